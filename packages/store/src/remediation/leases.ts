/** Who may complete an action: its lease is claimed with a token, renewed while the process is alive, and taken over. */
import { randomUUID } from 'node:crypto'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { type StoredAction, toAction } from './actions.ts'

/**
 * Claims an action to be undone: of several callers, one succeeds. The claim of a process that died expires.
 * Returns undefined when there is nothing left to undo.
 */
export async function holdForUndo(
  database: Database,
  scope: Scope,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<StoredAction | undefined> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .updateTable('remediation_action')
      .set({ state: 'undoing', leased_until: until, lease_token: randomUUID() })
      .where('id', '=', id)
      .where((or) =>
        or.or([
          or('state', 'in', ['waiting', 'done']),
          // A deletion that has begun is completed or taken back by itself.
          or.and([or('state', '=', 'doing'), or('deletion_started_at', 'is', null)]),
          or.and([or('state', '=', 'undoing'), or.or([or('leased_until', 'is', null), or('leased_until', '<=', now)])]),
        ]),
      )
      .returningAll()
      .executeTakeFirst(),
  )
  return row && toAction(row)
}

/** The process that carries it out, or undoes it, is alive until then. Nothing where another one has taken it over. */
export async function renewLease(
  database: Database,
  scope: Scope,
  { action, leaseToken }: StoredAction,
  until: Date,
): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .updateTable('remediation_action')
      .set({ leased_until: until })
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
  now: Date,
): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .updateTable('remediation_action')
      .set({ state: 'undoing', deletion_started_at: null, leased_until: now, lease_token: null })
      .where('id', '=', action.id)
      .where('state', '=', 'doing')
      .where(sql<boolean>`lease_token IS NOT DISTINCT FROM ${leaseToken}::uuid`)
      .execute(),
  )
}
