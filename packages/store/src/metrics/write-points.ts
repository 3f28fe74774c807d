/**
 * Writes points as they stream in: one statement for all of them, none held in memory. A repeated point replaces the
 * previous one; the roll-ups of the touched days are recalculated from the current points.
 */
import type { MetricPoint } from '@kept/domain/metric.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { jsonLines } from '../warehouse/json-lines.ts'
import { rollUpMetrics } from './roll-up.ts'

interface WrittenPoints {
  points: number
  series: number
  /** Ids as imported, at most the first hundred thousand. */
  resource_ids: string[]
  /** First and last time, ISO. */
  from: string | null
  to: string | null
}

const structure =
  'resource_id String, metric String, unit String, at DateTime, seconds UInt32, value Float64, min_value Float64, max_value Float64'
const maxIds = 100_000

/** `version` is the clock in microseconds: of two imports of one point the later one counts. */
export async function writePoints(
  warehouse: Warehouse,
  scope: Scope,
  points: AsyncIterable<MetricPoint> | Iterable<MetricPoint>,
  version: number,
): Promise<WrittenPoints> {
  const days = new Set<string>()
  const series = new Set<string>()
  const ids = new Set<string>()
  let [count, from, to] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const toRow = ({ resource_id, metric, unit, at, seconds, value, min, max }: MetricPoint) => {
    const moment = Date.parse(at)
    count += 1
    from = Math.min(from, moment)
    to = Math.max(to, moment)
    days.add(utcDay(moment))
    series.add(`${metric}\0${resource_id}`)
    if (ids.size < maxIds) ids.add(resource_id)
    return {
      resource_id,
      metric,
      unit,
      at: Math.floor(moment / 1000),
      seconds,
      value,
      min_value: min ?? value,
      max_value: max ?? value,
    }
  }
  await warehouse.execute(
    scope,
    `INSERT INTO metric_point (organization_id, resource_id, metric, unit, at, seconds, value, min_value, max_value, version)
     SELECT {organization_id:UUID}, resource_id, metric, unit, at, seconds, value, min_value, max_value, {version:UInt64}
     FROM input('${structure}') FORMAT JSONEachRow`,
    { version },
    { settings: { max_partitions_per_insert_block: '1000' }, body: jsonLines(points, toRow) },
  )
  if (count === 0) return { points: 0, series: 0, resource_ids: [], from: null, to: null }
  await rollUpMetrics(warehouse, scope, [...days], version)
  return {
    points: count,
    series: series.size,
    resource_ids: [...ids],
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  }
}
