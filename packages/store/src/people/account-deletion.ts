/** The deletion of a user's account: requested, canceled, due. */
import type { Role } from '@kept/domain/permission.ts'
import type { Database, PersonTransaction } from '../database/connect.ts'

export interface AccountDeletion {
  requested_at: Date
  due_at: Date
  /** The organization whose identity provider began the session of the request; null for the user's own sign-in. */
  requested_from: string | null
}

export async function findAccountDeletion(database: Database, userId: string): Promise<AccountDeletion | undefined> {
  const row = await database.shared
    .selectFrom('users')
    .select(['deletion_requested_at', 'deletion_due_at', 'deletion_requested_from'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row?.deletion_requested_at || !row.deletion_due_at) return undefined
  return {
    requested_at: row.deletion_requested_at,
    due_at: row.deletion_due_at,
    requested_from: row.deletion_requested_from,
  }
}

/** Null cancels it. */
export async function setAccountDeletion(
  database: Database,
  userId: string,
  deletion: AccountDeletion | null,
): Promise<void> {
  await database.shared
    .updateTable('users')
    .set({
      deletion_requested_at: deletion?.requested_at ?? null,
      deletion_due_at: deletion?.due_at ?? null,
      deletion_requested_from: deletion?.requested_from ?? null,
    })
    .where('id', '=', userId)
    .execute()
}

/** False where it has begun, and can't be canceled. */
export async function cancelUnlessBegun(database: Database, userId: string): Promise<boolean> {
  const canceled = await database.shared
    .updateTable('users')
    .set({ deletion_requested_at: null, deletion_due_at: null, deletion_requested_from: null })
    .where('id', '=', userId)
    .where('deletion_due_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return canceled !== undefined
}

/** False where the deletion is not due. Until the transaction ends, the user joins no organization. */
export async function lockDueAccount(tx: PersonTransaction, userId: string, now: Date): Promise<boolean> {
  const account = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletion_due_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()
  return account !== undefined
}

/** Nothing of the account works from then on: neither its sessions nor its API keys, nor a sign-in. */
export async function disableAccount(tx: PersonTransaction, userId: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ disabled_at: now }).where('id', '=', userId).execute()
}

export async function listDueAccountDeletions(database: Database, now: Date): Promise<string[]> {
  const rows = await database.shared
    .selectFrom('users')
    .select('id')
    .where('deletion_due_at', '<=', now)
    .orderBy('deletion_due_at')
    .execute()
  return rows.map(({ id }) => id)
}

interface AnyMembership {
  organization_id: string
  organization: string
  role: Role
  status: 'active' | 'disabled'
  created_at: Date
  removed_at: Date | null
}

/** All memberships of a user, also those that were removed. */
export function listAllMemberships(database: Database, userId: string): Promise<AnyMembership[]> {
  return database.asPerson(userId, (tx) =>
    tx
      .selectFrom('membership as m')
      .innerJoin('organization as o', 'o.id', 'm.organization_id')
      .select(['m.organization_id', 'o.name as organization', 'm.role', 'm.status', 'm.created_at', 'm.removed_at'])
      .where('m.user_id', '=', userId)
      .orderBy('m.created_at')
      .execute(),
  )
}
