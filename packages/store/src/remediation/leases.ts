/** Who may complete an action: its lease is claimed with a token, renewed while the process is alive, and taken over. */
import { randomUUID } from 'node:crypto'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { isUnleased, leaseEndsNow, leaseFor } from '../database/lease.ts'
import { type StoredAction, toAction } from './actions.ts'

/**
 * Claims an action to be undone: of several callers, one succeeds. The claim of a process that died expires.
 * Returns undefined when there is nothing left to undo.
 */
export async function holdForUndo(
  database: Database,
  scope: Scope,
  id: string,
  holdMs: number,
): Promise<StoredAction | undefined> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .updateTable('remediation_action')
      .set({ state: 'undoing', leased_until: leaseFor(holdMs), lease_token: randomUUID() })
      .where('id', '=', id)
      .where((or) =>
        or.or([
          or('state', 'in', ['waiting', 'done']),
          // A deletion that has begun is completed or taken back by itself.
          or.and([or('state', '=', 'doing'), or('deletion_started_at', 'is', null)]),
          or.and([or('state', '=', 'undoing'), isUnleased]),
        ]),
      )
      .returningAll()
      .executeTakeFirst(),
  )
  return row && toAction(row)
}

/** The process that carries it out, or undoes it, is alive for so long. Nothing where another one has taken it over. */
export async function renewLease(
  database: Database,
  scope: Scope,
  { action, leaseToken }: StoredAction,
  holdMs: number,
): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .updateTable('remediation_action')
      .set({ leased_until: leaseFor(holdMs) })
      .where('id', '=', action.id)
      .where('state', 'in', ['doing', 'undoing'])
      .where(sql<boolean>`lease_token IS NOT DISTINCT FROM ${leaseToken}::uuid`)
      .execute(),
  )
}

/** Its deletion stops before it was sent, because someone asked to restore it: the undo is anyone's to take up. */
export async function releaseForUndo(
  database: Database,
  scope: Scope,
  { action, leaseToken }: StoredAction,
): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .updateTable('remediation_action')
      .set({ state: 'undoing', deletion_started_at: null, leased_until: leaseEndsNow, lease_token: null })
      .where('id', '=', action.id)
      .where('state', '=', 'doing')
      .where(sql<boolean>`lease_token IS NOT DISTINCT FROM ${leaseToken}::uuid`)
      .execute(),
  )
}

/** Whether the process that carries it out, or undoes it, is alive. */
export async function isActionHeld(database: Database, scope: Scope, id: string): Promise<boolean> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('remediation_action')
      .select('id')
      .where('id', '=', id)
      .where('leased_until', '>', leaseEndsNow)
      .executeTakeFirst(),
  )
  return row !== undefined
}
