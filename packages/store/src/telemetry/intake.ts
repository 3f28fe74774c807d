/** Accepted and dropped telemetry by day, signal and reason. */
import type { Scope } from '@kept/domain/scope.ts'
import type { TelemetryIntake, TelemetrySignal } from '@kept/domain/telemetry.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'

export interface IntakeCount {
  signal: TelemetrySignal
  /** Empty for accepted items. */
  reason: string
  items: number
}

export async function countIntake(
  database: Database,
  scope: Scope,
  counts: readonly IntakeCount[],
  timestamp: Date,
): Promise<void> {
  await database.scoped(scope, (tx) => addIntake(tx, scope, counts, timestamp))
}

/** The same within an existing transaction. */
export async function addIntake(
  tx: ScopedTransaction,
  scope: Scope,
  counts: readonly IntakeCount[],
  timestamp: Date,
): Promise<void> {
  if (counts.length === 0) return
  const day = utcDay(timestamp)
  await tx
    .insertInto('telemetry_intake')
    .values(counts.map((count) => ({ organization_id: scope.organizationId, day, last_at: timestamp, ...count })))
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'day', 'signal', 'reason']).doUpdateSet({
        items: sql`telemetry_intake.items + excluded.items`,
        last_at: sql`excluded.last_at`,
      }),
    )
    .execute()
}

export async function listIntake(database: Database, scope: Scope, after: Date): Promise<TelemetryIntake[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('telemetry_intake')
      .select((eb) => ['signal', 'reason', eb.fn.sum<string>('items').as('items'), eb.fn.max('last_at').as('last_at')])
      .where('day', '>=', utcDay(after))
      .groupBy(['signal', 'reason'])
      .orderBy('signal')
      .orderBy('reason')
      .execute(),
  )
  const signals = [...new Set(rows.map(({ signal }) => signal))]
  return signals.map((signal) => {
    const signalRows = rows.filter((row) => row.signal === signal)
    return {
      signal,
      accepted: Number(signalRows.find(({ reason }) => reason === '')?.items ?? 0),
      dropped: signalRows
        .filter(({ reason }) => reason !== '')
        .map(({ reason, items }) => ({ reason: reason, items: Number(items) })),
      last_at: new Date(Math.max(...signalRows.map(({ last_at }) => new Date(last_at).getTime()))).toISOString(),
    }
  })
}
