/** Actions whose resource waits to be deleted: claimed by one process, put off, and continued after a crash. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { type StoredAction, toAction } from './actions.ts'

/** Those whose grace period has ended, and that no one put off until later. */
export async function actionsToDelete(database: Database, scope: Scope, now: Date): Promise<string[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('remediation_action')
      .select('id')
      .where('state', '=', 'waiting')
      .where('delete_after', '<=', now)
      .where((or) => or.or([or('leased_until', 'is', null), or('leased_until', '<=', now)]))
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
  { now, until, isEarly }: { now: Date; until: Date; isEarly: boolean },
): Promise<StoredAction | undefined> {
  const row = await tx
    .updateTable('remediation_action')
    .set({ state: 'doing', deletion_started_at: now, leased_until: until, failure_reason: '' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .$if(!isEarly, (query) =>
      query
        .where('delete_after', '<=', now)
        .where((or) => or.or([or('leased_until', 'is', null), or('leased_until', '<=', now)])),
    )
    .returningAll()
    .executeTakeFirst()
  return row && toAction(row)
}

/** It goes on waiting, for this reason. Returns false where the reason is the one that it already had. */
export async function deferDeletion(
  tx: ScopedTransaction,
  { action }: StoredAction,
  { reason, until }: { reason: string; until: Date },
): Promise<boolean> {
  await tx
    .updateTable('remediation_action')
    .set({ failure_reason: reason, leased_until: until })
    .where('id', '=', action.id)
    .where('state', '=', 'waiting')
    .execute()
  return action.failure_reason !== reason
}

/** Deletions whose process died before they were complete. */
export async function interruptedDeletions(database: Database, scope: Scope, now: Date): Promise<string[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('remediation_action')
      .select('id')
      .where('state', '=', 'doing')
      .where('deletion_started_at', 'is not', null)
      .where('leased_until', '<=', now)
      .orderBy('at')
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
  { now, until }: { now: Date; until: Date },
): Promise<StoredAction | undefined> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .updateTable('remediation_action')
      .set({ leased_until: until })
      .where('id', '=', id)
      .where('state', '=', 'doing')
      .where('deletion_started_at', 'is not', null)
      .where('leased_until', '<=', now)
      .returningAll()
      .executeTakeFirst(),
  )
  return row && toAction(row)
}
