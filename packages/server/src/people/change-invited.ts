/** People who were invited and have not answered yet, changed under the id that the list of people shows for them. */
import { type Role, rolePermissions } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { recordAudit } from '@kept/store/people/audit.ts'
import {
  changeInvitationRole,
  type FoundInvitation,
  findInvitations,
  reopenInvitation,
  revokeInvitation,
} from '@kept/store/people/invitations.ts'
import type { Acting } from '../platform/acting.ts'
import { type Change, type Changer, whyNotGive } from './judge-change.ts'

/** The open invitations among these ids. */
export async function findInvited(tx: ScopedTransaction, ids: readonly string[], at: Date): Promise<FoundInvitation[]> {
  return (await findInvitations(tx, ids, at)).filter(({ status }) => status === 'pending')
}

/** Null, or the sentence why this change of an invited person is refused. */
export function explainInvitedRefusal(
  changer: Changer,
  { email, role }: FoundInvitation,
  change: Change,
): string | null {
  if (change.status === 'removed') return whyNotGive(changer, changer.role === 'admin' ? [] : rolePermissions[role])
  if (change.grants) return `${email} has not accepted the invitation yet; permissions can be set after that.`
  if (change.status === 'disabled')
    return `${email} has not accepted the invitation yet; take the invitation back instead of disabling them.`
  if (change.status === 'active')
    return `${email} has not accepted the invitation yet and becomes active by accepting it.`
  if (change.role !== undefined && changer.role !== 'admin') return 'Only an admin changes roles and permissions.'
  return whyNotGive(changer, rolePermissions[change.role ?? role])
}

/** Applies a change that was not refused: another role, or the invitation taken back. */
export async function changeInvited(
  tx: ScopedTransaction,
  { stamp }: Acting,
  { id, email, role }: FoundInvitation,
  change: Change,
): Promise<void> {
  if (change.status === 'removed') {
    await revokeInvitation(tx, id, stamp.at)
    const summary = `The invitation of ${email} was taken back.`
    await recordAudit(tx, { ...stamp, action: 'invitation.revoked', target: id, summary })
    return
  }
  if (change.role === undefined || change.role === role) return
  await changeInvitationRole(tx, id, change.role)
  const summary = `${email} is invited as ${change.role} instead of ${role}.`
  const details: { before: Role; after: Role } = { before: role, after: change.role }
  await recordAudit(tx, { ...stamp, action: 'invitation.role_changed', target: id, summary, details })
}

/** Undo of `removed`: the link in the email works again until it expires. */
export async function restoreInvited(tx: ScopedTransaction, { stamp }: Acting, { id, email }: FoundInvitation) {
  await reopenInvitation(tx, id)
  const summary = `The invitation of ${email} was restored.`
  await recordAudit(tx, { ...stamp, action: 'invitation.restored', target: id, summary })
}
