/** Events as the rules look at them: those nobody looked at yet, and those of lately. */
import type { AlertEvent } from '@kept/domain/alert.ts'
import { decimal } from '@kept/domain/decimal.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Selectable } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { AlertsSchema } from './schema.ts'

/** At one time; the rest is for the next look. */
const maxConcurrent = 2_000

export function toEvent(row: Selectable<AlertsSchema['alert_event']>): AlertEvent {
  const { organization_id: _, routed_at: _at, at, amount, ...rest } = row
  return { ...rest, amount: amount === null ? null : decimal(amount), at: at.toISOString() }
}

/** The oldest that nobody has looked at, marked as looked at; the caller holds the organization's routing lock. */
export async function takeUnrouted(tx: ScopedTransaction, now: Date): Promise<AlertEvent[]> {
  const rows = await tx
    .selectFrom('alert_event')
    .selectAll()
    .where('routed_at', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(maxConcurrent)
    .execute()
  if (rows.length === 0) return []
  await tx
    .updateTable('alert_event')
    .set({ routed_at: now })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return rows.map(toEvent)
}

/** The newest since then, for showing what a rule would have told. */
export async function eventsSince(
  database: Database,
  scope: Scope,
  after: Date,
): Promise<{ events: AlertEvent[]; isComplete: boolean }> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('alert_event')
      .selectAll()
      .where('at', '>=', after)
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(maxConcurrent + 1)
      .execute(),
  )
  return { events: rows.slice(0, maxConcurrent).map(toEvent), isComplete: rows.length <= maxConcurrent }
}
