/** Accepts an open invitation: the membership, its role, and the used invitation, in one transaction. */
import { nameOfRole } from '@kept/domain/custom-role.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { gainedOnEntry } from '@kept/domain/permission.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findInvitation } from '@kept/store/people/find-invitations.ts'
import type { FoundInvitation } from '@kept/store/people/invitation-row.ts'
import { markInvitationAccepted } from '@kept/store/people/invitations.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { addMembership, findMembers } from '@kept/store/people/members.ts'
import type { Acting } from '../../platform/acting.ts'
import type { Services } from '../../platform/context.ts'

interface Joining {
  invitation: { id: string; organization_id: string }
  /** The caller has verified that the invitation is theirs. */
  person: { id: string; email: string; full_name: string }
  auditContext: Acting['auditContext']
}

/** `also` runs in the same transaction. */
export async function joinByInvitation(
  { state }: Pick<Services, 'state'>,
  { invitation: { id, organization_id }, person, auditContext }: Joining,
  afterJoin: (tx: ScopedTransaction) => Promise<void> = async () => undefined,
): Promise<void> {
  await state.database.scoped({ organizationId: organization_id }, async (tx) => {
    await lockOrganization(tx)
    // Checked again under the lock: it may have been accepted or revoked since.
    const invitation = await findInvitation(tx, id, auditContext.at)
    if (invitation.status !== 'pending') throw noLonger(invitation.status)
    const [member] = await findMembers(tx, [person.id])
    if (member && member.removed_at === null) {
      throw new KeptError('conflict', 'You are already a member of this organization, or your access was disabled.')
    }
    await addMembership(tx, person.id, invitation.role, auditContext.at, invitation.custom_role)
    await markInvitationAccepted(tx, invitation.id, auditContext.at)
    await afterJoin(tx)
    const summary = `${person.full_name || person.email} joined as ${nameOfRole(invitation)}.`
    const gained = gainedOnEntry(invitation.role, { allow: [], deny: [], custom_role: invitation.custom_role })
    await recordAudit(tx, { ...auditContext, action: 'membership.joined', target: person.id, summary, gained })
  })
}

/** Why an invitation is no longer valid. */
export function noLonger(status: FoundInvitation['status'] | undefined): KeptError {
  if (status === 'expired') return new KeptError('conflict', 'This invitation has expired. Ask for a new one.')
  if (status === 'accepted') return new KeptError('conflict', 'This invitation was already accepted.')
  return new KeptError('not_found', 'This invitation is not valid. Ask for a new one.')
}
