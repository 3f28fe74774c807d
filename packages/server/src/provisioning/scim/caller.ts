/** Who sends a SCIM request: the identity provider of one organization, with its token. */
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findPresentedToken, noteTokenUse } from '@kept/store/provisioning/tokens.ts'
import { actingAsAdmin } from '../../people/public/change-role.ts'
import type { Acting } from '../../platform/acting.ts'
import type { RequestContext, Services } from '../../platform/context.ts'
import { refusedByNetwork } from '../../platform/policies.ts'
import { isTokenOf, tokenIdOf } from '../token-text.ts'
import { scimError } from './errors.ts'

export interface ScimCaller {
  services: Services
  organizationId: string
  acting: Acting
  /** Our address of SCIM, without a slash at the end. */
  base: string
  now: Date
  scoped<Result>(work: (tx: ScopedTransaction) => Promise<Result>): Promise<Result>
}

/** The time of the last use is exact to a minute. */
const noteEveryMs = 60_000

/** Every token that does not work gets the same answer. */
export async function identifyCaller(
  { services, ip, requestId }: RequestContext,
  authorization: string | undefined,
  base: string,
): Promise<ScimCaller> {
  const presented = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  const id = tokenIdOf(presented)
  const { database } = services.state
  const token = id === undefined ? undefined : await findPresentedToken(database, id)
  const now = services.now()
  if (!token || !isTokenOf(presented, token.hash) || (token.ends_at !== null && token.ends_at <= now))
    throw scimError(401, 'The token is not valid. Create one in Settings, Organization.')
  const organizationId = token.organization_id
  const refused = await database.scoped({ organizationId }, async (tx) => {
    const organization = await lockOrganization(tx)
    return refusedByNetwork(organization, organization.enforced_policies, 'api', ip)
  })
  if (refused) throw scimError(403, refused)
  if (now.getTime() - (token.last_used_at?.getTime() ?? 0) >= noteEveryMs)
    await database.scoped({ organizationId }, (tx) => noteTokenUse(tx, token.id, now))
  const actor = { kind: 'system' as const, id: token.id, name: 'Identity provider (SCIM)' }
  return {
    services,
    organizationId,
    acting: actingAsAdmin({ actor, at: now, ip, requestId }),
    base,
    now,
    scoped: (work) => database.scoped({ organizationId }, work),
  }
}
