/** Actions whose resource waits to be deleted: claimed by one process, put off, and continued after a crash. */
import { randomUUID } from 'node:crypto'
import type { Scope } from '@kept/domain/scope.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { isLeaseOver, leaseFor } from '../database/lease.ts'
import { putOffSince, type StoredAction, toAction } from './actions.ts'

/** By both clocks: a deletion cannot be undone, so a process whose clock is ahead begins none before its time. */
function isGraceOver(now: Date): RawBuilder<boolean> {
  return sql<boolean>`delete_after <= least(${now}::timestamptz, clock_timestamp())`
}

/**
 * Those whose grace period has ended, and that no one put off until later. While an action waits, no process has it:
 * `leased_until` is then the time of its next attempt, and no lease.
 */
export async function actionsToDelete(database: Database, scope: Scope, now: Date): Promise<string[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('remediation_action')
      .select('id')
      .where('state', '=', 'waiting')
      .where(isGraceOver(now))
      .where((or) => or.or([or('leased_until', 'is', null), or('leased_until', '<=', now)]))
      // Those that were put off come after those that were not tried: they may be put off for days.
      .orderBy('leased_until', (order) => order.asc().nullsFirst())
      .orderBy('delete_after')
      .orderBy('id')
      .limit(100)
      .execute(),
  )
  return rows.map(({ id }) => id)
}

/** The action while it waits, held until the transaction ends; undefined where it does not wait any more. */
export async function lockWaiting(tx: ScopedTransaction, id: string): Promise<StoredAction | undefined> {
  const row = await tx
    .selectFrom('remediation_action')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  return row && toAction(row)
}

/** The deletion begins: of several callers, one gets the action. Without `isEarly`, only when its time has come. */
export async function claimDeletion(
  tx: ScopedTransaction,
  id: string,
  { now, holdMs, isEarly }: { now: Date; holdMs: number; isEarly: boolean },
): Promise<StoredAction | undefined> {
  const row = await tx
    .updateTable('remediation_action')
    .set({
      state: 'doing',
      deletion_started_at: now,
      leased_until: leaseFor(holdMs),
      lease_token: randomUUID(),
      failure_reason: '',
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .$if(!isEarly, (query) =>
      query
        .where(isGraceOver(now))
        .where((or) => or.or([or('leased_until', 'is', null), or('leased_until', '<=', now)])),
    )
    .returningAll()
    .executeTakeFirst()
  return row && toAction(row)
}

/**
 * It goes on waiting, for this reason. While everything is stopped, that does not count as put off. Returns false where
 * the reason is the one that it already had.
 */
export async function deferDeletion(
  tx: ScopedTransaction,
  { action }: StoredAction,
  { reason, now, isStopped }: { reason: string; now: Date; isStopped: boolean },
): Promise<boolean> {
  await tx
    .updateTable('remediation_action')
    .set({
      failure_reason: reason,
      leased_until: now,
      put_off_since: isStopped ? null : putOffSince(now),
    })
    .where('id', '=', action.id)
    .where('state', '=', 'waiting')
    .execute()
  return action.failure_reason !== reason
}

/** Deletions whose process died before they were complete. */
export async function interruptedDeletions(database: Database, scope: Scope): Promise<string[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('remediation_action')
      .select('id')
      .where('state', '=', 'doing')
      .where('deletion_started_at', 'is not', null)
      .where(isLeaseOver)
      .orderBy('leased_until')
      .orderBy('id')
      .limit(100)
      .execute(),
  )
  return rows.map(({ id }) => id)
}

/** Takes over an interrupted deletion: of several callers, one gets it. */
export async function takeOverDeletion(
  database: Database,
  scope: Scope,
  id: string,
  holdMs: number,
): Promise<StoredAction | undefined> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .updateTable('remediation_action')
      .set({ leased_until: leaseFor(holdMs), lease_token: randomUUID() })
      .where('id', '=', id)
      .where('state', '=', 'doing')
      .where('deletion_started_at', 'is not', null)
      .where(isLeaseOver)
      .returningAll()
      .executeTakeFirst(),
  )
  return row && toAction(row)
}

/**
 * Records that the deletion is sent, before it is. False where it may not be: another process has taken it over, or
 * someone asked to restore it. Of this and `requestRestore`, exactly one succeeds.
 */
export async function recordDeleteSent(
  tx: ScopedTransaction,
  { action, leaseToken }: StoredAction,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('remediation_action')
    .set({ delete_sent_at: now, deletion_started_at: sql<Date>`coalesce(deletion_started_at, ${now})` })
    .where('id', '=', action.id)
    .where('state', '=', 'doing')
    .where('restore_requested_by', 'is', null)
    .where(sql<boolean>`lease_token IS NOT DISTINCT FROM ${leaseToken}::uuid`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The cloud has certainly refused it: what was recorded before this attempt counts again. */
export async function withdrawDeleteSent(
  database: Database,
  scope: Scope,
  { action, leaseToken, deleteSentAt, deletionStartedAt }: StoredAction,
): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .updateTable('remediation_action')
      .set({ delete_sent_at: deleteSentAt, deletion_started_at: deletionStartedAt })
      .where('id', '=', action.id)
      .where(sql<boolean>`lease_token IS NOT DISTINCT FROM ${leaseToken}::uuid`)
      .execute(),
  )
}

/** Asks the process that prepares a deletion to stop before it is sent. Undefined where it was sent, or none goes on. */
export async function requestRestore(
  database: Database,
  scope: Scope,
  id: string,
  actorName: string,
): Promise<StoredAction | undefined> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .updateTable('remediation_action')
      .set({ restore_requested_by: actorName, failure_reason: `${actorName} asked to restore it.` })
      .where('id', '=', id)
      .where('state', '=', 'doing')
      .where('delete_after', 'is not', null)
      .where('deletion_started_at', 'is not', null)
      .where('delete_sent_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),
  )
  return row && toAction(row)
}

/** That people were notified of a deletion that is put off: once for each action. */
export async function noteNotified(tx: ScopedTransaction, { action }: StoredAction, now: Date): Promise<void> {
  await tx.updateTable('remediation_action').set({ put_off_notified_at: now }).where('id', '=', action.id).execute()
}

/**
 * Why an undo or a deletion could not be completed; it goes on after `retryMs`. Returns false where the reason is the
 * one that it already had.
 */
export async function noteFailure(
  tx: ScopedTransaction,
  { action, leaseToken }: StoredAction,
  { reason, retryMs }: { reason: string; retryMs: number },
): Promise<boolean> {
  await tx
    .updateTable('remediation_action')
    .set({ failure_reason: reason, leased_until: leaseFor(retryMs) })
    .where('id', '=', action.id)
    .where('state', '=', action.state)
    .where(sql<boolean>`lease_token IS NOT DISTINCT FROM ${leaseToken}::uuid`)
    .execute()
  return action.failure_reason !== reason
}
