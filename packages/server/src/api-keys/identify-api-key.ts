/** A request that carries an API key: whose it is, and how far it reaches. */
import { KeptError } from '@kept/domain/errors.ts'
import { apiKeyPermissions, effectivePermissions } from '@kept/domain/permission.ts'
import { findKeyCreator, findPresentedKey, touchApiKey } from '@kept/store/people/api-keys.ts'
import type { FastifyRequest } from 'fastify'
import type { RequestContext, Services } from '../platform/context.ts'
import { keyHash, keyIdOf, looksLikeKey, sameHash } from './key-text.ts'

export type KeyIdentity = Pick<RequestContext, 'me' | 'scope' | 'apiKey' | 'by'>

/**
 * Undefined when the request carries no API key. A key that is wrong, run out, revoked, or whose creator left or was
 * disabled is refused with one sentence for all of these. It may what its scopes say, what its creator may today, and
 * never more than a key may.
 */
export async function identifyApiKey(request: FastifyRequest, services: Services): Promise<KeyIdentity | undefined> {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given === undefined || !looksLikeKey(given)) return undefined
  const { database } = services.state
  const now = services.now()
  const id = keyIdOf(given)
  const key = id === undefined ? undefined : await findPresentedKey(database, id)
  if (id === undefined || !key || !sameHash(key.hash, keyHash(given)) || key.revoked_at || key.expires_at <= now) {
    throw refused()
  }
  const scope = { organizationId: key.organization_id }
  const creator = await findKeyCreator(database, scope, key.created_by)
  if (!creator) throw refused()
  const may = effectivePermissions(creator.role, creator.grants)
  const permissions = apiKeyPermissions.filter((one) => key.scopes.includes(one) && may.includes(one))
  if (!key.last_used_at || now.getTime() - key.last_used_at.getTime() >= 60_000) {
    await touchApiKey(database, scope, id, now)
  }
  const { email, full_name, role, organization } = creator
  return {
    me: { user: { id: key.created_by, email, full_name, role }, organization, permissions },
    scope,
    by: 'api_key',
    apiKey: { id, name: key.name, scopes: key.scopes },
  }
}

function refused(): KeptError {
  return new KeptError('unauthenticated', 'The API key is not valid (any more).')
}
