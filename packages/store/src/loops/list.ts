/** Incidents with filters and order, and the number of each kind. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { type StoredLoop, toLoop } from './row.ts'

interface LoopFilter {
  show: 'all' | 'active' | 'critical'
  sort: 'detected_at' | 'cost' | 'severity'
  suspected: boolean
  limit: number
}

export async function listLoops(
  database: Database,
  scope: Scope,
  { show, sort, suspected, limit }: LoopFilter,
): Promise<{ loops: StoredLoop[]; total: number; active: number; suspected: number }> {
  return database.snapshot(scope, async (tx) => {
    let query = tx.selectFrom('loop_incident').selectAll().where('confirmed', '=', !suspected)
    if (show === 'active') query = query.where('status', '<>', 'resolved')
    if (show === 'critical') query = query.where('severity', '=', 'critical')
    if (sort === 'cost') query = query.orderBy(sql`coalesce(hourly_cost, -1)`, 'desc')
    if (sort === 'severity')
      query = query.orderBy(sql`array_position(ARRAY['critical', 'high', 'medium', 'low'], severity)`)
    const rows = await query.orderBy('detected_at', 'desc').orderBy('id').limit(limit).execute()
    const counted = await tx
      .selectFrom('loop_incident')
      .select((eb) => [
        'confirmed',
        eb.fn.countAll<string>().as('total'),
        sql<string>`count(*) FILTER (WHERE status <> 'resolved')`.as('open'),
      ])
      .groupBy('confirmed')
      .execute()
    const findCount = (confirmed: boolean) => counted.find((row) => row.confirmed === confirmed)
    return {
      loops: rows.map(toLoop),
      total: Number(findCount(true)?.total ?? 0),
      active: Number(findCount(true)?.open ?? 0),
      suspected: Number(findCount(false)?.open ?? 0),
    }
  })
}

/** Confirmed ones detected since then, for the statistics. */
export async function loopsSince(database: Database, scope: Scope, after: Date): Promise<StoredLoop[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('loop_incident')
      .selectAll()
      .where('confirmed', '=', true)
      .where('detected_at', '>=', after)
      .orderBy('detected_at')
      .limit(20_000)
      .execute(),
  )
  return rows.map(toLoop)
}
