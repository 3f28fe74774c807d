/** The deletion of the transaction's organization: requested, canceled, started, completed. */
import type { DeletionReason } from '@kept/domain/deletion.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'

export interface OrganizationDeletion {
  requested_at: Date
  due_at: Date
  requested_by: string
  reason: DeletionReason
  started_at: Date | null
}

export async function findDeletion(tx: ScopedTransaction): Promise<OrganizationDeletion | undefined> {
  const row = await tx
    .selectFrom('organization')
    .select([
      'deletion_requested_at',
      'deletion_due_at',
      'deletion_requested_by',
      'deletion_reason',
      'deletion_started_at',
    ])
    .where('id', '=', tx.scopedTo)
    .executeTakeFirst()
  if (!row?.deletion_requested_at || !row.deletion_due_at || !row.deletion_reason) return undefined
  return {
    requested_at: row.deletion_requested_at,
    due_at: row.deletion_due_at,
    requested_by: row.deletion_requested_by ?? '',
    reason: row.deletion_reason,
    started_at: row.deletion_started_at,
  }
}

export async function requestDeletion(
  tx: ScopedTransaction,
  { at, due_at, requested_by, reason }: { at: Date; due_at: Date; requested_by: string; reason: DeletionReason },
): Promise<void> {
  await tx
    .updateTable('organization')
    .set({
      deletion_requested_at: at,
      deletion_due_at: due_at,
      deletion_requested_by: requested_by,
      deletion_reason: reason,
    })
    .where('id', '=', tx.scopedTo)
    .execute()
}

export async function cancelDeletion(tx: ScopedTransaction): Promise<void> {
  await tx
    .updateTable('organization')
    .set({
      deletion_requested_at: null,
      deletion_due_at: null,
      deletion_requested_by: null,
      deletion_reason: null,
    })
    .where('id', '=', tx.scopedTo)
    .where('deletion_started_at', 'is', null)
    .execute()
}

/** From here on it cannot be canceled. */
export async function startDeletion(tx: ScopedTransaction, at: Date): Promise<void> {
  await tx
    .updateTable('organization')
    .set({ deletion_started_at: at, deletion_requested_by: null })
    .where('id', '=', tx.scopedTo)
    .execute()
}

/** The organization's row stays, without a name: ledger and audit log refer to it. */
export async function completeDeletion(tx: ScopedTransaction, at: Date): Promise<void> {
  await tx
    .updateTable('organization')
    .set({
      // What it is, wherever an operator meets it: a statement, an invoice, a failed job.
      name: `Deleted on ${utcDay(at)}`,
      slug: sql`'deleted-' || id::text`,
      enforced_policies: '{}',
      require_second_factor: false,
      deleted_at: at,
    })
    .where('id', '=', tx.scopedTo)
    .execute()
}

/** Organizations whose deletion is due or was interrupted. */
export async function listDueDeletions(database: Database, now: Date): Promise<Scope[]> {
  const rows = await database.shared
    .selectFrom('organization')
    .select('id')
    .where('deletion_due_at', '<=', now)
    .where('deleted_at', 'is', null)
    .orderBy('deletion_due_at')
    .execute()
  return rows.map(({ id }) => ({ organizationId: id }))
}

export async function listDeletedSince(database: Database, since: Date): Promise<Scope[]> {
  const rows = await database.shared
    .selectFrom('organization')
    .select('id')
    .where('deleted_at', '>=', since)
    .orderBy('deleted_at')
    .execute()
  return rows.map(({ id }) => ({ organizationId: id }))
}

/** No session acts for the transaction's organization from now on. */
export async function detachAllSessions(tx: ScopedTransaction): Promise<void> {
  await sql`UPDATE session SET active_organization_id = NULL WHERE active_organization_id = ${tx.scopedTo}
    RETURNING pg_notify('kept_rights', user_id::text)`.execute(tx)
}
