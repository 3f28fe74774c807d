/** Measurements of storage by day: growth is what was measured now less what was measured then. */
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { StoredKind } from './measure.ts'

/** Growth is told over a month; older measurements are deleted. */
const DAYS_KEPT = 31

/** The first measurement of the last 31 days. */
interface EarlierMeasurement {
  kind: string
  /** YYYY-MM-DD, UTC. */
  measuredOn: string
  bytes: number
}

/** Saves what is stored on `day` (YYYY-MM-DD, UTC); a second measurement of a day replaces the first. */
export async function saveMeasurements({ shared }: Database, day: string, kinds: readonly StoredKind[]): Promise<void> {
  await shared.transaction().execute(async (tx) => {
    const rows = kinds.map(({ kind, bytes, rows: count }) => ({
      kind,
      measured_on: day,
      bytes: String(bytes),
      rows: count === null ? null : String(count),
    }))
    await tx
      .insertInto('storage_measurement')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'measured_on'])
          .doUpdateSet(({ ref }) => ({ bytes: ref('excluded.bytes'), rows: ref('excluded.rows') })),
      )
      .execute()
    await tx
      .deleteFrom('storage_measurement')
      .where('measured_on', '<', sql<string>`${day}::date - ${DAYS_KEPT}::int`)
      .execute()
  })
}

/** For each kind the earliest measurement of the last 31 days before `day`; none on the day itself. */
export async function listEarlierMeasurements({ shared }: Database, day: string): Promise<EarlierMeasurement[]> {
  const rows = await shared
    .selectFrom('storage_measurement')
    .distinctOn('kind')
    .select(['kind', sql<string>`measured_on::text`.as('measuredOn'), 'bytes'])
    .where('measured_on', '>=', sql<string>`${day}::date - ${DAYS_KEPT}::int`)
    .where('measured_on', '<', day)
    .orderBy('kind')
    .orderBy('measured_on')
    .execute()
  return rows.map(({ bytes, ...row }) => ({ ...row, bytes: Number(bytes) }))
}
