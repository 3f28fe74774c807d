/** Demand by the hour or day: a counted metric, summed over the time it was measured. */
import type { Grain } from '@kept/domain/saving.ts'
import type { DemandOf } from '@kept/domain/savings-record.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { type Decimal, decimal } from '@kept/foundation/decimal.ts'
import type { Warehouse } from '../warehouse/client.ts'

/** Fractions of a request are noise of a mean, not demand. */
const scale = 6

/** By the first hour of each period; partially measured ones are left out. `share`: a percentage cannot be summed. */
export async function readDemand(
  warehouse: Warehouse,
  scope: Scope,
  { resource_id, metric }: DemandOf,
  { from, to, grain }: { from: Hour; to: Hour; grain: Grain },
): Promise<ReadonlyMap<Hour, Decimal> | 'share'> {
  const rows = await warehouse.query<{ start: number; unit: string; demand: number }>(
    scope,
    `SELECT intDiv(toUnixTimestamp(${grain === 'day' ? "toStartOfDay(p.at, 'UTC')" : 'toStartOfHour(p.at)'}), 3600) AS start,
       any(p.unit) AS unit, sum(p.value * p.seconds) AS demand
     FROM metric_point AS p FINAL
     WHERE organization_id = {organization_id:UUID} AND resource_id = {resource_id:String} AND metric = {metric:String}
       AND p.at >= toDateTime({from:Int64} * 3600, 'UTC') AND p.at < toDateTime({to:Int64} * 3600, 'UTC')
     GROUP BY start HAVING sum(p.seconds) = {seconds:UInt32} ORDER BY start`,
    { resource_id, metric, from, to, seconds: grain === 'day' ? 86_400 : 3_600 },
  )
  if (rows.some(({ unit }) => unit === 'percent' || unit === '%')) return 'share'
  return new Map(rows.map(({ start, demand }) => [start, decimal(demand.toFixed(scale))]))
}
