import type { ApiKey } from '@kept/contract/routes/api-keys.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { type Permission, peopleOnlyReasonOf } from '@kept/domain/permission.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import {
  createApiKey,
  type FoundApiKey,
  findApiKey,
  listApiKeys,
  replaceApiKey,
  revokeApiKey,
} from '@kept/store/people/api-keys.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { ownOrganization } from '../organizations/public/own-organization.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { newKey, prefixOf } from './key-text.ts'

const apiKeyRoutes = routes.apiKeys
const day = 24 * 3600 * 1000

interface ApiKeyInput {
  name: string
  scopes: Permission[]
  expires_in_days: number
}

export const apiKeys = {
  list: apiKeyRoutes.list.handler(({ context }) => listKeys(context)),
  create: apiKeyRoutes.create.handler(({ context, input }) => createKey(context, input)),
  revoke: apiKeyRoutes.revoke.handler(({ context, input: { id } }) => revokeKey(context, id)),

  rotate: apiKeyRoutes.rotate.handler(async ({ context, input: { id, overlap_hours } }) => {
    const { services, scope } = context
    const { auditContext } = actingOf(context)
    const { at } = auditContext
    return services.state.database.scoped(scope, async (tx) => {
      await lockOrganization(tx)
      const old = await findApiKey(tx, id, at)
      if (old.status !== 'active')
        throw new KeptError('conflict', 'Only an active key can be rotated. Create a new key.')
      if (old.replaced_by) throw new KeptError('conflict', 'This key was already rotated.')
      const lifeMs = Date.parse(old.expires_at) - Date.parse(old.created_at)
      const created = await issueKey(context, tx, { name: old.name, scopes: old.scopes, lifeMs })
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
  }),

  listForOrganization: apiKeyRoutes.listForOrganization.handler(({ context, input: { organization } }) => {
    ownOrganization(organization, context.me)
    return listKeys(context)
  }),
  createForOrganization: apiKeyRoutes.createForOrganization.handler(
    ({ context, input: { organization, ...apiKey } }) => {
      ownOrganization(organization, context.me)
      return createKey(context, apiKey)
    },
  ),
  revokeForOrganization: apiKeyRoutes.revokeForOrganization.handler(({ context, input: { organization, id } }) => {
    ownOrganization(organization, context.me)
    return revokeKey(context, id)
  }),
}

async function listKeys({ services, scope }: SignedInContext) {
  const keys = await listApiKeys(services.state.database, scope, services.now())
  return { data: keys.map(toApiKey) }
}

async function createKey(context: SignedInContext, { name, scopes, expires_in_days }: ApiKeyInput) {
  const { services, scope } = context
  return services.state.database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    const created = await issueKey(context, tx, { name, scopes, lifeMs: expires_in_days * day })
    const { auditContext } = actingOf(context)
    const details = { scopes: created.scopes, expires_at: created.expires_at }
    const summary = `The API key "${name}" was created.`
    await recordAudit(tx, { ...auditContext, action: 'api_key.created', target: created.id, summary, details })
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
  { name, scopes, lifeMs }: { name: string; scopes: Permission[]; lifeMs: number },
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
  const { id, key, hash } = newKey()
  const { at } = auditContext
  const created = await createApiKey(tx, {
    id,
    name,
    hash,
    scopes: [...new Set(scopes)],
    created_by: userId,
    at,
    expires_at: new Date(at.getTime() + lifeMs),
  })
  return { ...toApiKey(created), key }
}

function toApiKey(key: FoundApiKey): ApiKey {
  return { ...key, prefix: prefixOf(key.id) }
}
