/** The settings of provisioning: the address, the token, and the last requests. */
import { KeptError } from '@kept/domain/errors.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { listGroups } from '@kept/store/provisioning/groups.ts'
import { listScimRequests } from '@kept/store/provisioning/requests.ts'
import { deleteToken, listTokens, replaceToken } from '@kept/store/provisioning/tokens.ts'
import { actingOf } from '../platform/acting.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { routes } from '../platform/implement.ts'
import { originFor } from '../platform/origin.ts'
import { requireRequestedOrganization } from '../platform/require-requested-organization.ts'
import { requireRunningAdmin } from '../platform/require-running-admin.ts'
import { newToken } from './token-text.ts'

/** Time to enter the new token at the provider. */
const overlapMs = 24 * 3600_000

export const provisioning = {
  get: routes.provisioning.get.handler(async ({ context, input: { id } }) => {
    const { services, scope, me, visit } = context
    requireRequestedOrganization(id, me)
    const now = services.now()
    return services.state.database.scoped(scope, async (tx) => ({
      data: {
        base_url: `${originFor(services, visit)}/scim/v2`,
        tokens: (await listTokens(tx, now)).map(({ created_at, last_used_at, ends_at, ...token }) => ({
          ...token,
          created_at: created_at.toISOString(),
          last_used_at: last_used_at?.toISOString() ?? null,
          ends_at: ends_at?.toISOString() ?? null,
        })),
        groups: (await listGroups(tx)).map(({ display_name, members }) => ({
          name: display_name,
          members: members.length,
        })),
        requests: (await listScimRequests(tx)).map(({ created_at, ...request }) => ({
          ...request,
          created_at: created_at.toISOString(),
        })),
      },
    }))
  }),

  createToken: routes.provisioning.createToken.handler(async ({ context, input: { id } }) => {
    const { services, scope, me } = context
    requireRequestedOrganization(id, me)
    refuseInDemo(context)
    const acting = actingOf(context)
    requireRunningAdmin(acting)
    const { auditContext, actor } = acting
    const { at: now } = auditContext
    const { id: tokenId, token, hash } = newToken()
    await services.state.database.scoped(scope, async (tx) => {
      await lockOrganization(tx)
      const previousEndAt = new Date(now.getTime() + overlapMs)
      await replaceToken(tx, { id: tokenId, hash, createdBy: actor.name, now, previousEndAt })
      const summary = 'A provisioning token was created. Previous tokens were set to end in 24 hours.'
      await recordAudit(tx, { ...auditContext, action: 'scim_token.created', target: tokenId, summary })
    })
    return { data: { id: tokenId, token } }
  }),

  deleteToken: routes.provisioning.deleteToken.handler(async ({ context, input: { id, token_id } }) => {
    const { services, scope, me } = context
    requireRequestedOrganization(id, me)
    refuseInDemo(context)
    const { auditContext } = actingOf(context)
    await services.state.database.scoped(scope, async (tx) => {
      if (!(await deleteToken(tx, token_id))) throw new KeptError('not_found', 'Provisioning token not found.')
      const summary = 'A provisioning token was revoked.'
      await recordAudit(tx, { ...auditContext, action: 'scim_token.revoked', target: token_id, summary })
    })
    return { data: { revoked: true as const } }
  }),
}
