/** Authenticates requests with an API key. */
import { KeptError } from '@kept/domain/errors.ts'
import { apiKeyPermissions, effectivePermissions } from '@kept/domain/permission.ts'
import { findKeyCreator, findPresentedKey } from '@kept/store/people/api-keys.ts'
import type { FastifyRequest } from 'fastify'
import type { RequestContext, Services } from '../platform/context.ts'
import { refusedKey } from '../platform/policies.ts'
import { keyHash, keyIdOf, looksLikeKey, sameHash } from './key-text.ts'
import { noteKeyUse, noteRefusedKey } from './note-key-use.ts'

type KeyIdentity = Pick<RequestContext, 'me' | 'scope' | 'apiKey' | 'authenticatedBy'>

/**
 * Returns undefined without an API key. Invalid, expired and revoked keys, and keys of removed or disabled users, get
 * the same error. A key is limited to its scopes and its creator's current permissions.
 */
export async function identifyApiKey(request: FastifyRequest, services: Services): Promise<KeyIdentity | undefined> {
  const presentedKey = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (presentedKey === undefined || !looksLikeKey(presentedKey)) return undefined
  const { database } = services.state
  const now = services.now()
  const id = keyIdOf(presentedKey)
  const key = id === undefined ? undefined : await findPresentedKey(database, id)
  if (
    id === undefined ||
    !key ||
    !sameHash(key.hash, keyHash(presentedKey)) ||
    key.revoked_at ||
    key.expires_at <= now
  ) {
    throw refused()
  }
  const scope = { organizationId: key.organization_id }
  const creator = await findKeyCreator(database, scope, key.created_by)
  if (!creator) throw refused()
  const { ip } = request
  const reason = refusedKey(creator.organization, creator.policies, key, { ip, now: now.getTime() })
  if (reason !== undefined) {
    await noteRefusedKey(services, scope, { id, name: key.name, ip, reason })
    throw new KeptError('forbidden', reason, { details: { reason: 'policy' } })
  }
  const may = effectivePermissions(creator.role, creator.grants)
  const permissions = apiKeyPermissions.filter(
    (permission) => key.scopes.includes(permission) && may.includes(permission),
  )
  await noteKeyUse(services, scope, { id, ip, ...key })
  const { email, full_name, role, organization } = creator
  return {
    me: { user: { id: key.created_by, email, full_name, role }, organization, permissions },
    scope,
    authenticatedBy: 'api_key',
    apiKey: { id, name: key.name, scopes: key.scopes },
  }
}

function refused(): KeptError {
  return new KeptError('unauthenticated', 'The API key is invalid, expired or revoked.')
}
