/** Changes invitations: at most one is open per address and organization; the token exists only in the mail. */
import type { AssignedRole } from '@kept/domain/custom-role.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Role } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { findInvitation } from './find-invitations.ts'
import { type FoundInvitation, invitationColumns, toInvitation } from './invitation-row.ts'

interface NewInvitation {
  email: string
  full_name: string
  role: Role
  custom_role_id?: string | null
  token_hash: string
  /** Null for the operator. */
  invited_by: string | null
  invited_by_name: string
  at: Date
  expires_at: Date
}

/** Creates an invitation; an open one for the same address, expired or not, is revoked with its link. */
export async function createInvitation(
  tx: ScopedTransaction,
  { at, ...invitation }: NewInvitation,
): Promise<FoundInvitation> {
  await tx
    .updateTable('invitation')
    .set({ revoked_at: at })
    .where('organization_id', '=', tx.scopedTo)
    .where('email', '=', invitation.email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  const row = await tx
    .insertInto('invitation')
    .values({ organization_id: tx.scopedTo, ...invitation, created_at: at, sent_at: at })
    .returning(invitationColumns)
    .executeTakeFirstOrThrow()
  return toInvitation(row, at)
}

/** Creates a new token for an open invitation: the previous link stops working. */
export async function renewInvitation(
  tx: ScopedTransaction,
  id: string,
  { token_hash, at, expires_at }: Pick<NewInvitation, 'token_hash' | 'at' | 'expires_at'>,
): Promise<FoundInvitation> {
  return changeOpen(tx, id, at, { token_hash, sent_at: at, expires_at })
}

export async function revokeInvitation(tx: ScopedTransaction, id: string, now: Date): Promise<FoundInvitation> {
  return changeOpen(tx, id, now, { revoked_at: now })
}

async function changeOpen(
  tx: ScopedTransaction,
  id: string,
  now: Date,
  change: { token_hash?: string; sent_at?: Date; expires_at?: Date; revoked_at?: Date },
): Promise<FoundInvitation> {
  const invitation = await findInvitation(tx, id, now)
  if (invitation.status === 'accepted' || invitation.status === 'revoked') {
    throw new KeptError(
      'conflict',
      `This invitation was ${invitation.status === 'accepted' ? 'accepted' : 'taken back'} already.`,
    )
  }
  const row = await tx
    .updateTable('invitation')
    .set(change)
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .returning(invitationColumns)
    .executeTakeFirstOrThrow()
  return toInvitation(row, now)
}

/** Changes the role of an open invitation; its link stays the same. */
export async function changeInvitationRole(
  tx: ScopedTransaction,
  id: string,
  { role, custom_role }: AssignedRole,
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ role, custom_role_id: custom_role?.id ?? null })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Reopens a revoked invitation. */
export async function reopenInvitation(tx: ScopedTransaction, id: string): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ revoked_at: null })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .execute()
}

export async function markInvitationAccepted(tx: ScopedTransaction, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ accepted_at: now })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
}

/** Revokes the open invitations that a user created. */
export async function revokeInvitationsBy(tx: ScopedTransaction, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ revoked_at: now })
    .where('organization_id', '=', tx.scopedTo)
    .where('invited_by', '=', userId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}
