/** Changes to invited users, under the id the user list shows. */
import { type Role, rolePermissions } from '@kept/domain/permission.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import {
  changeInvitationRole,
  type FoundInvitation,
  findInvitations,
  reopenInvitation,
  revokeInvitation,
} from '@kept/store/people/invitations.ts'
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
  { email, role }: FoundInvitation,
  change: Change,
): { reason: string; code: 'conflict' | 'forbidden' } | null {
  const nextStep = change.status === 'removed' ? null : nextStepFor(change)
  if (nextStep) return { reason: `${email} has not accepted the invitation yet. ${nextStep}`, code: 'conflict' }
  const reason = forbiddenReason(changer, role, change)
  return reason === null ? null : { reason, code: 'forbidden' }
}

function nextStepFor(change: Change): string | null {
  if (change.grants) return 'You can set permissions after that.'
  if (change.status === 'disabled') return 'Revoke the invitation instead.'
  if (change.status === 'active') return 'Accepting it makes them active.'
  return null
}

function forbiddenReason(changer: Changer, role: Role, change: Change): string | null {
  if (change.status === 'removed') return grantRefusal(changer, changer.role === 'admin' ? [] : rolePermissions[role])
  if (change.role !== undefined && changer.role !== 'admin') return 'Only an admin can change roles and permissions.'
  return grantRefusal(changer, rolePermissions[change.role ?? role])
}

/** Applies a change: another role, or revoking the invitation. */
export async function changeInvited(
  tx: ScopedTransaction,
  { auditContext }: Acting,
  { id, email, role }: FoundInvitation,
  change: Change,
): Promise<void> {
  if (change.status === 'removed') {
    await revokeInvitation(tx, id, auditContext.at)
    const summary = `The invitation of ${email} was revoked.`
    await recordAudit(tx, { ...auditContext, action: 'invitation.revoked', target: id, summary })
    return
  }
  if (change.role === undefined || change.role === role) return
  await changeInvitationRole(tx, id, change.role)
  const summary = `The invitation of ${email} was changed from ${role} to ${change.role}.`
  const details: { before: Role; after: Role } = { before: role, after: change.role }
  await recordAudit(tx, { ...auditContext, action: 'invitation.role_changed', target: id, summary, details })
}

/** Undoes `removed`: the emailed link works again until it expires. */
export async function restoreInvited(tx: ScopedTransaction, { auditContext }: Acting, { id, email }: FoundInvitation) {
  await reopenInvitation(tx, id)
  const summary = `The invitation of ${email} was restored.`
  await recordAudit(tx, { ...auditContext, action: 'invitation.restored', target: id, summary })
}
