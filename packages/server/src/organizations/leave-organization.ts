import { KeptError } from '@kept/domain/errors.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { revokeApiKeysOf } from '@kept/store/people/api-keys.ts'
import { revokeInvitationsBy } from '@kept/store/people/invitations.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findMembers, removeMembership } from '@kept/store/people/members.ts'
import { detachSessions } from '@kept/store/people/organizations.ts'
import { stampOf } from '../platform/acting.ts'
import type { RequestContext, SignedInPerson } from '../platform/context.ts'
import { refuseInDemo, requireReachableOrganization } from '../platform/demo-limits.ts'
import { lastWayInMessage, lossOf, readRunningAdmins } from '../platform/running-admins.ts'

/** Leaves an organization. The last admin can't leave, nor the last one who can sign in under its policies. */
export async function leaveOrganization(context: RequestContext, person: SignedInPerson, id: string): Promise<void> {
  refuseInDemo(context)
  requireReachableOrganization(context, id)
  const auditContext = stampOf(context)
  await context.services.state.database.scoped({ organizationId: id }, async (tx) => {
    const [member] = await findMembers(tx, [person.id])
    // Checked before the lock: non-members must not hold it.
    if (!member || member.removed_at !== null)
      throw new KeptError('not_found', "You don't belong to this organization.")
    const organization = await lockOrganization(tx)
    const before = await readRunningAdmins(tx, organization.enforced_policies)
    await removeMembership(tx, person.id, auditContext.at)
    const loss = lossOf(before, await readRunningAdmins(tx, organization.enforced_policies))
    if (loss === 'last_admin')
      throw new KeptError('conflict', 'You are the last admin of the organization. Make someone else an admin first.')
    if (loss === 'last_way_in') throw new KeptError('conflict', lastWayInMessage(organization))
    await detachSessions(tx, person.id)
    await revokeApiKeysOf(tx, person.id, auditContext.at)
    await revokeInvitationsBy(tx, person.id, auditContext.at)
    const summary = `${member.full_name || member.email} left the organization.`
    await recordAudit(tx, { ...auditContext, action: 'membership.left', target: person.id, summary })
  })
}
