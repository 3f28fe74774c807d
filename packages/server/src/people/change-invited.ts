/** Changes to invited users, under the id the user list shows. */
import { type AssignedRole, keyOfRole, nameOfRole, permissionsOfAssigned } from '@kept/domain/custom-role.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findInvitations } from '@kept/store/people/find-invitations.ts'
import type { FoundInvitation } from '@kept/store/people/invitation-row.ts'
import { changeInvitationRole, reopenInvitation, revokeInvitation } from '@kept/store/people/invitations.ts'
import type { Acting } from '../platform/acting.ts'
import { type Change, type Changer, grantRefusal } from './change-refusal.ts'

/** Returns the open invitations among these ids. */
export async function findInvited(
  tx: ScopedTransaction,
  ids: readonly string[],
  timestamp: Date,
): Promise<FoundInvitation[]> {
  return (await findInvitations(tx, ids, timestamp)).filter(({ status }) => status === 'pending')
}

/** Returns why a change of an invited user is refused, or null. `conflict`: it is possible after the acceptance. */
export function explainInvitedRefusal(
  changer: Changer,
  invitation: FoundInvitation,
  change: Change,
): { reason: string; code: 'conflict' | 'forbidden' } | null {
  const nextStep = change.status === 'removed' ? null : nextStepFor(change)
  if (nextStep)
    return { reason: `${invitation.email} has not accepted the invitation yet. ${nextStep}`, code: 'conflict' }
  const reason = forbiddenReason(changer, invitation, change)
  return reason === null ? null : { reason, code: 'forbidden' }
}

function nextStepFor(change: Change): string | null {
  if (change.grants) return 'You can set permissions after that.'
  if (change.status === 'disabled') return 'Revoke the invitation instead.'
  if (change.status === 'active') return 'Accepting it makes them active.'
  return null
}

/** The role after the change. */
function roleAfter({ role, custom_role }: AssignedRole, change: Change): AssignedRole {
  if (change.role === undefined) return { role, custom_role }
  return { role: change.role, custom_role: change.custom_role ?? null }
}

function forbiddenReason(changer: Changer, before: AssignedRole, change: Change): string | null {
  if (change.status === 'removed')
    return grantRefusal(changer, changer.role === 'admin' ? [] : permissionsOfAssigned(before))
  if (change.role !== undefined && changer.role !== 'admin') return 'Only an admin can change roles and permissions.'
  return grantRefusal(changer, permissionsOfAssigned(roleAfter(before, change)))
}

/** Applies a change: another role, or revoking the invitation. */
export async function changeInvited(
  tx: ScopedTransaction,
  { auditContext }: Acting,
  { id, email, ...before }: FoundInvitation,
  change: Change,
): Promise<void> {
  if (change.status === 'removed') {
    await revokeInvitation(tx, id, auditContext.at)
    const summary = `The invitation of ${email} was revoked.`
    await recordAudit(tx, { ...auditContext, action: 'invitation.revoked', target: id, summary })
    return
  }
  const after = roleAfter(before, change)
  if (keyOfRole(after) === keyOfRole(before)) return
  await changeInvitationRole(tx, id, after)
  const details = { before: nameOfRole(before), after: nameOfRole(after) }
  const summary = `The invitation of ${email} was changed from ${details.before} to ${details.after}.`
  await recordAudit(tx, { ...auditContext, action: 'invitation.role_changed', target: id, summary, details })
}

/** Undoes `removed`: the emailed link works again until it expires. */
export async function restoreInvited(tx: ScopedTransaction, { auditContext }: Acting, { id, email }: FoundInvitation) {
  await reopenInvitation(tx, id)
  const summary = `The invitation of ${email} was restored.`
  await recordAudit(tx, { ...auditContext, action: 'invitation.restored', target: id, summary })
}
