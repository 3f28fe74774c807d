/** Alert events as the rules read them: unrouted ones and recent ones. */
import type { AlertEvent } from '@kept/domain/alert.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import type { Selectable } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { AlertsSchema } from './schema.ts'

/** Per run; the rest is left for the next run. */
const maxConcurrent = 2_000

export function toEvent(row: Selectable<AlertsSchema['alert_event']>): AlertEvent {
  const { organization_id: _, routed_at: _at, at, amount, ...rest } = row
  return { ...rest, amount: amount === null ? null : decimal(amount), at: at.toISOString() }
}

/** The oldest unrouted events, marked as routed. The caller holds the organization's routing lock. */
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

/** The threads of these events that had another event, routed since then. */
export async function findRepeated(
  tx: ScopedTransaction,
  events: readonly AlertEvent[],
  since: Date,
): Promise<Set<string>> {
  if (events.length === 0) return new Set()
  const rows = await tx
    .selectFrom('alert_event')
    .select('thread')
    .distinct()
    .where('kind', 'in', [...new Set(events.map(({ kind }) => kind))])
    .where('thread', 'in', [...new Set(events.map(({ thread }) => thread))])
    .where('routed_at', '>=', since)
    .where(
      'id',
      'not in',
      events.map(({ id }) => id),
    )
    .execute()
  return new Set(rows.map(({ thread }) => thread))
}

/** The latest events since then, for the preview of a rule. */
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
