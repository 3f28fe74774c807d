/**
 * Memberships of the transaction's organization: read, change, remove, restore. Permissions are checked by the caller.
 */

import type { CustomRole } from '@kept/domain/custom-role.ts'
import type { Grants, Role } from '@kept/domain/permission.ts'
import { isUuid } from '@kept/foundation/uuid.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import { notifyRights } from '../live/rights.ts'
import { forgetSignInGroups } from './sign-in-groups.ts'

export interface Member {
  id: string
  email: string
  full_name: string
  role: Role
  status: 'active' | 'disabled'
  grants: Grants
  /** Null while active. */
  removed_at: Date | null
  /** The account itself is disabled, in every organization. */
  account_disabled: boolean
}

function select(tx: ScopedTransaction) {
  return tx
    .selectFrom('membership as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.full_name', 'u.disabled_at', 'm.role', 'm.status', 'm.grants', 'm.removed_at'])
    .where('m.organization_id', '=', tx.scopedTo)
}

function toMember({ disabled_at, ...row }: Omit<Member, 'account_disabled'> & { disabled_at: Date | null }): Member {
  return { ...row, account_disabled: disabled_at !== null }
}

/** Those of these users who are, or were, members. */
export async function findMembers(tx: ScopedTransaction, ids: readonly string[]): Promise<Member[]> {
  const uuids = ids.filter(isUuid)
  if (uuids.length === 0) return []
  return (await select(tx).where('m.user_id', 'in', uuids).execute()).map(toMember)
}

/** Members with these addresses, including removed ones. */
export async function findMembersByEmail(tx: ScopedTransaction, emails: readonly string[]): Promise<Member[]> {
  if (emails.length === 0) return []
  return (
    await select(tx)
      .where('u.email', 'in', [...emails])
      .execute()
  ).map(toMember)
}

/** All admins who can sign in. */
export async function findActiveAdmins(tx: ScopedTransaction): Promise<Member[]> {
  const rows = await select(tx)
    .where('m.role', '=', 'admin')
    .where('m.status', '=', 'active')
    .where('u.disabled_at', 'is', null)
    .execute()
  return rows.map(toMember)
}

/** Everyone who can sign in to the organization. */
export async function listActiveMembers(tx: ScopedTransaction): Promise<Member[]> {
  const rows = await select(tx).where('m.status', '=', 'active').where('u.disabled_at', 'is', null).execute()
  return rows.map(toMember)
}

/** Who the members are, including removed ones: users are in no table of the organization. */
export function listMemberNames(tx: ScopedTransaction): Promise<{ id: string; email: string; full_name: string }[]> {
  return tx
    .selectFrom('membership as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.full_name'])
    .where('m.organization_id', '=', tx.scopedTo)
    .orderBy('u.email')
    .execute()
}

interface MembershipChange {
  role?: Role | undefined
  status?: 'active' | 'disabled' | undefined
  grants?: Grants | undefined
  /** Comes with the role `user`. */
  custom_role?: Grants['custom_role'] | undefined
}

export async function changeMembership(
  tx: ScopedTransaction,
  userId: string,
  { role, status, grants, custom_role }: MembershipChange,
): Promise<void> {
  // A built-in role ends the custom one; new grants leave it as it is.
  const previous = role ? sql`grants - 'custom_role'` : sql`grants`
  const changed = { ...grants, ...(custom_role && { custom_role }) }
  await tx
    .updateTable('membership')
    .set({
      ...(role && { role }),
      ...(status && { status }),
      ...((role || grants) && { grants: sql`${previous} || ${JSON.stringify(changed)}::jsonb` }),
    })
    .where('organization_id', '=', tx.scopedTo)
    .where('user_id', '=', userId)
    .returning(notifyRights('user_id'))
    .execute()
}

/** Removes a member, reversibly; the account is unchanged. */
export async function removeMembership(tx: ScopedTransaction, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('membership')
    .set((row) => ({ removed_at: now, status_before: row.ref('status'), status: 'disabled' }))
    .where('organization_id', '=', tx.scopedTo)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .returning(notifyRights('user_id'))
    .execute()
}

/** Restores removed members as they were. */
export async function restoreMembership(tx: ScopedTransaction, userId: string): Promise<void> {
  await tx
    .updateTable('membership')
    .set((row) => ({
      removed_at: null,
      status: row.fn.coalesce('status_before', row.val('active' as const)),
      status_before: null,
    }))
    .where('organization_id', '=', tx.scopedTo)
    .where('user_id', '=', userId)
    .where('removed_at', 'is not', null)
    .returning(notifyRights('user_id'))
    .execute()
}

/** Adds a member; a removed member returns with the new role, without the previous grants and groups of sign-ins. */
export async function addMembership(
  tx: ScopedTransaction,
  userId: string,
  role: Role,
  now: Date,
  custom_role: CustomRole | null = null,
): Promise<void> {
  const membership = {
    role,
    status: 'active',
    grants: JSON.stringify({ allow: [], deny: [], ...(custom_role && { custom_role }) }),
    created_at: now,
  } as const
  await forgetSignInGroups(tx, userId)
  await tx
    .insertInto('membership')
    .values({ organization_id: tx.scopedTo, user_id: userId, ...membership, status_before: null })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'user_id'])
        .doUpdateSet({ ...membership, removed_at: null, status_before: null }),
    )
    .returning(notifyRights('user_id'))
    .execute()
}
