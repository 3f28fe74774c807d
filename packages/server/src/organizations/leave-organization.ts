import { KeptError } from '@kept/domain/errors.ts'
import { effectivePermissions } from '@kept/domain/permission.ts'
import { revokeApiKeysOf } from '@kept/store/people/api-keys.ts'
import { recordAudit } from '@kept/store/people/audit.ts'
import { revokeInvitationsBy } from '@kept/store/people/invitations.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findActiveAdmins, findMembers, removeMembership } from '@kept/store/people/members.ts'
import { detachSessions } from '@kept/store/people/organizations.ts'
import { stampOf } from '../platform/acting.ts'
import type { RequestContext, SignedInPerson } from '../platform/context.ts'
import { refuseInDemo, requireReachableOrganization } from '../platform/demo-limits.ts'

/** Out of an organisation by one's own wish. Its last admin stays: somebody must be able to let people in. */
export async function leaveOrganization(context: RequestContext, person: SignedInPerson, id: string): Promise<void> {
  refuseInDemo(context)
  requireReachableOrganization(context, id)
  const stamp = stampOf(context)
  await context.services.state.database.scoped({ organizationId: id }, async (tx) => {
    const [member] = await findMembers(tx, [person.id])
    // Asked before the lock: a stranger to the organisation holds nothing of it.
    if (!member || member.removed_at !== null)
      throw new KeptError('not_found', 'You do not belong to this organisation.')
    await lockOrganization(tx)
    await removeMembership(tx, person.id, stamp.at)
    const admins = await findActiveAdmins(tx)
    if (!admins.some(({ role, grants }) => effectivePermissions(role, grants).includes('users:write'))) {
      throw new KeptError('conflict', 'You are the last admin of the organisation; make somebody else an admin first.')
    }
    await detachSessions(tx, person.id)
    await revokeApiKeysOf(tx, person.id, stamp.at)
    await revokeInvitationsBy(tx, person.id, stamp.at)
    const summary = `${member.full_name || member.email} left the organisation.`
    await recordAudit(tx, { ...stamp, action: 'membership.left', target: person.id, summary })
  })
}
