import type { ApiKey } from '@kept/contract/routes/api-keys.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { apiKeyPermissions, type Permission } from '@kept/domain/permission.ts'
import {
  createApiKey,
  type FoundApiKey,
  findApiKey,
  listApiKeys,
  replaceApiKey,
  revokeApiKey,
} from '@kept/store/people/api-keys.ts'
import { recordAudit } from '@kept/store/people/audit.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { ownOrganization } from '../platform/own-organization.ts'
import { newKey, prefixOf } from './key-text.ts'

const the = routes.apiKeys
const day = 24 * 3600 * 1000

interface Wanted {
  name: string
  scopes: Permission[]
  expires_in_days: number
}

export const apiKeys = {
  list: the.list.handler(({ context }) => listKeys(context)),
  create: the.create.handler(({ context, input }) => createKey(context, input)),
  revoke: the.revoke.handler(({ context, input: { id } }) => revokeKey(context, id)),

  rotate: the.rotate.handler(async ({ context, input: { id, overlap_hours } }) => {
    const { services, scope } = context
    const { stamp } = actingOf(context)
    const { at } = stamp
    return services.state.database.scoped(scope, async (tx) => {
      await lockOrganization(tx)
      const old = await findApiKey(tx, id, at)
      if (old.status !== 'active')
        throw new KeptError('conflict', 'Only a key that works can be rotated; make a new one.')
      if (old.replaced_by) throw new KeptError('conflict', 'This key was rotated already.')
      const lifeMs = Date.parse(old.expires_at) - Date.parse(old.created_at)
      const made = await make(context, tx, { name: old.name, scopes: old.scopes, lifeMs })
      await replaceApiKey(tx, id, { by: made.id, until: new Date(at.getTime() + overlap_hours * 3600 * 1000) })
      const summary = `The API key "${old.name}" was rotated.`
      await recordAudit(tx, { ...stamp, action: 'api_key.rotated', target: id, summary, details: { by: made.id } })
      return { data: made }
    })
  }),

  listOf: the.listOf.handler(({ context, input: { organization } }) => {
    ownOrganization(organization, context.me)
    return listKeys(context)
  }),
  createOf: the.createOf.handler(({ context, input: { organization, ...wanted } }) => {
    ownOrganization(organization, context.me)
    return createKey(context, wanted)
  }),
  revokeOf: the.revokeOf.handler(({ context, input: { organization, id } }) => {
    ownOrganization(organization, context.me)
    return revokeKey(context, id)
  }),
}

async function listKeys({ services, scope }: SignedInContext) {
  const keys = await listApiKeys(services.state.database, scope, services.now())
  return { data: keys.map(shown) }
}

async function createKey(context: SignedInContext, { name, scopes, expires_in_days }: Wanted) {
  const { services, scope } = context
  return services.state.database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    const made = await make(context, tx, { name, scopes, lifeMs: expires_in_days * day })
    const { stamp } = actingOf(context)
    const details = { scopes: made.scopes, expires_at: made.expires_at }
    const summary = `The API key "${name}" was made.`
    await recordAudit(tx, { ...stamp, action: 'api_key.created', target: made.id, summary, details })
    return { data: made }
  })
}

async function revokeKey(context: SignedInContext, id: string) {
  const { services, scope } = context
  const { stamp } = actingOf(context)
  return services.state.database.scoped(scope, async (tx) => {
    const { name } = await findApiKey(tx, id, stamp.at)
    await revokeApiKey(tx, id, stamp.at)
    const summary = `The API key "${name}" was revoked.`
    await recordAudit(tx, { ...stamp, action: 'api_key.revoked', target: id, summary })
    return { data: shown(await findApiKey(tx, id, stamp.at)) }
  })
}

async function make(
  context: SignedInContext,
  tx: Parameters<typeof createApiKey>[0],
  { name, scopes, lifeMs }: { name: string; scopes: Permission[]; lifeMs: number },
) {
  const { userId, permissions, stamp } = actingOf(context)
  if (userId === null)
    throw new KeptError('forbidden', 'A key belongs to the person who makes it; sign in to make one.')
  const never = scopes.filter((one) => !apiKeyPermissions.includes(one))
  if (never.length > 0) throw new KeptError('bad_input', `No API key may have ${never.join(', ')}.`)
  const beyond = scopes.filter((one) => !permissions.includes(one))
  if (beyond.length > 0) {
    throw new KeptError('forbidden', `You cannot give what you may not do yourself: ${beyond.join(', ')}.`)
  }
  const { id, key, hash } = newKey()
  const { at } = stamp
  const made = await createApiKey(tx, {
    id,
    name,
    hash,
    scopes: [...new Set(scopes)],
    created_by: userId,
    at,
    expires_at: new Date(at.getTime() + lifeMs),
  })
  return { ...shown(made), key }
}

function shown(key: FoundApiKey): ApiKey {
  return { ...key, prefix: prefixOf(key.id) }
}
