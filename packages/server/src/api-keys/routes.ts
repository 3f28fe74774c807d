import type { ApiKey } from '@kept/contract/routes/api-keys.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { type Permission, peopleOnlyReasonOf } from '@kept/domain/permission.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import {
  countActiveApiKeys,
  createApiKey,
  type FoundApiKey,
  findApiKey,
  listApiKeys,
  MAX_ACTIVE_API_KEYS,
  replaceApiKey,
  revokeApiKey,
} from '@kept/store/people/api-keys.ts'
import { type LockedOrganization, lockOrganization } from '@kept/store/people/lock-organization.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { requireRequestedOrganization } from '../platform/require-requested-organization.ts'
import { newKey, prefixOf } from './key-text.ts'

const apiKeyRoutes = routes.apiKeys
const day = 24 * 3600 * 1000

interface ApiKeyInput {
  name: string
  scopes: Permission[]
  expires_in_days: number
  ranges: string[]
}

export const apiKeys = {
  list: apiKeyRoutes.list.handler(({ context }) => listKeys(context)),
  create: apiKeyRoutes.create.handler(({ context, input }) => createKey(context, input)),
  revoke: apiKeyRoutes.revoke.handler(({ context, input: { id } }) => revokeKey(context, id)),

  rotate: apiKeyRoutes.rotate.handler(({ context, input }) => rotateKey(context, input)),

  listForOrganization: apiKeyRoutes.listForOrganization.handler(({ context, input: { organization } }) => {
    requireRequestedOrganization(organization, context.me)
    return listKeys(context)
  }),
  createForOrganization: apiKeyRoutes.createForOrganization.handler(
    ({ context, input: { organization, ...apiKey } }) => {
      requireRequestedOrganization(organization, context.me)
      return createKey(context, apiKey)
    },
  ),
  rotateForOrganization: apiKeyRoutes.rotateForOrganization.handler(
    ({ context, input: { organization, ...rotation } }) => {
      requireRequestedOrganization(organization, context.me)
      return rotateKey(context, rotation)
    },
  ),
  revokeForOrganization: apiKeyRoutes.revokeForOrganization.handler(({ context, input: { organization, id } }) => {
    requireRequestedOrganization(organization, context.me)
    return revokeKey(context, id)
  }),
}

async function listKeys({ services, scope }: SignedInContext) {
  const keys = await listApiKeys(services.state.database, scope, services.now())
  return { data: keys.map(toApiKey) }
}

async function createKey(context: SignedInContext, { name, scopes, ranges, expires_in_days }: ApiKeyInput) {
  const { services, scope } = context
  return services.state.database.scoped(scope, async (tx) => {
    const organization = await lockOrganization(tx)
    refuseLongLife(organization, expires_in_days)
    const created = await issueKey(context, tx, { name, scopes, ranges, lifeMs: expires_in_days * day })
    const { auditContext } = actingOf(context)
    const details = { scopes: created.scopes, ranges, expires_at: created.expires_at }
    const summary = `The API key "${name}" was created.`
    await recordAudit(tx, { ...auditContext, action: 'api_key.created', target: created.id, summary, details })
    return { data: created }
  })
}

async function rotateKey(context: SignedInContext, { id, overlap_hours }: { id: string; overlap_hours: number }) {
  const { services, scope } = context
  const { auditContext } = actingOf(context)
  const { at } = auditContext
  return services.state.database.scoped(scope, async (tx) => {
    const { enforced_policies } = await lockOrganization(tx)
    const old = await findApiKey(tx, id, at)
    if (old.status !== 'active') throw new KeptError('conflict', 'Only an active key can be rotated. Create a new key.')
    if (old.replaced_by) throw new KeptError('conflict', 'This key was already rotated.')
    const maxMs = (enforced_policies.api_keys?.max_days ?? Infinity) * day
    const lifeMs = Math.min(Date.parse(old.expires_at) - Date.parse(old.created_at), maxMs)
    const created = await issueKey(context, tx, { name: old.name, scopes: old.scopes, ranges: old.ranges, lifeMs })
    await replaceApiKey(tx, id, {
      replacedBy: created.id,
      until: new Date(at.getTime() + overlap_hours * 3600 * 1000),
    })
    const summary = `The API key "${old.name}" was rotated.`
    await recordAudit(tx, {
      ...auditContext,
      action: 'api_key.rotated',
      target: id,
      summary,
      details: { replaced_by: created.id },
    })
    return { data: created }
  })
}

async function revokeKey(context: SignedInContext, id: string) {
  const { services, scope } = context
  const { auditContext } = actingOf(context)
  return services.state.database.scoped(scope, async (tx) => {
    const { name } = await findApiKey(tx, id, auditContext.at)
    await revokeApiKey(tx, id, auditContext.at)
    const summary = `The API key "${name}" was revoked.`
    await recordAudit(tx, { ...auditContext, action: 'api_key.revoked', target: id, summary })
    return { data: toApiKey(await findApiKey(tx, id, auditContext.at)) }
  })
}

async function issueKey(
  context: SignedInContext,
  tx: Parameters<typeof createApiKey>[0],
  { name, scopes, ranges, lifeMs }: { name: string; scopes: Permission[]; ranges: string[]; lifeMs: number },
) {
  const { userId, permissions, auditContext } = actingOf(context)
  if (userId === null)
    throw new KeptError('forbidden', 'Sign in to create an API key. A key belongs to the person who creates it.')
  for (const scope of scopes) {
    const reason = peopleOnlyReasonOf(scope)
    if (reason !== undefined)
      throw new KeptError('bad_input', `API keys can't have the scope ${scope}, because ${reason}.`)
  }
  const beyond = scopes.filter((scope) => !permissions.includes(scope))
  if (beyond.length > 0) {
    throw new KeptError('forbidden', `You can't grant permissions you don't have: ${beyond.join(', ')}.`)
  }
  const { at } = auditContext
  if ((await countActiveApiKeys(tx, at)) >= MAX_ACTIVE_API_KEYS)
    throw new KeptError(
      'conflict',
      `An organization can have ${MAX_ACTIVE_API_KEYS} active API keys. Revoke those that are not used first.`,
    )
  const { id, key, hash } = newKey()
  const created = await createApiKey(tx, {
    id,
    name,
    hash,
    scopes: [...new Set(scopes)],
    ranges: [...new Set(ranges)],
    created_by: userId,
    at,
    expires_at: new Date(at.getTime() + lifeMs),
  })
  return { ...toApiKey(created), key }
}

function refuseLongLife({ name, enforced_policies }: LockedOrganization, days: number): void {
  const max = enforced_policies.api_keys?.max_days
  if (max !== undefined && days > max)
    throw new KeptError('bad_input', `${name} allows API keys for at most ${max} days. Choose a shorter lifetime.`)
}

function toApiKey(key: FoundApiKey): ApiKey {
  return { ...key, prefix: prefixOf(key.id) }
}
