import type { Scope } from '@kept/domain/scope.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import type { Warehouse } from '../warehouse/client.ts'

const shownDays = 30

/** The last 30 days a resource has metrics of; undefined when it has none. */
export async function metricSpan(
  warehouse: Warehouse,
  scope: Scope,
  resourceIds: readonly string[],
): Promise<{ from: string; to: string } | undefined> {
  const [row] = await warehouse.query<{ last: string; points: number }>(
    scope,
    `SELECT max(day) AS last, count() AS points FROM metric_day
     WHERE organization_id = {organization_id:UUID} AND resource_id IN {resource_ids:Array(String)}`,
    { resource_ids: resourceIds },
  )
  if (!row || row.points === 0) return undefined
  const to = addDays(row.last, 1)
  return { from: addDays(to, -shownDays), to }
}
