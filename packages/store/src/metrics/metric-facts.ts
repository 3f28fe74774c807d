/** The last month of each resource, one row for each metric the rules read. */
import type { ResourceMetric } from '@kept/domain/facts.ts'
import { knownMetricNames } from '@kept/domain/metric.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import type { Warehouse } from '../warehouse/client.ts'

/** A month and its last day: every window of so many days has one. */
const metricDays = 32

/** A day with less than half of its hours does not represent its peak. */
const minSeconds = 12 * 3600

/** Undefined when this organization has no metrics in these days: the rules then report that. */
export async function readResourceMetrics(
  warehouse: Warehouse,
  scope: Scope,
  to: string,
  signal?: AbortSignal,
): Promise<ResourceMetric[] | undefined> {
  const rows = await warehouse.query<ResourceMetric>(
    scope,
    `SELECT resource_id, metric, any(unit_text) AS unit, sum(d.points) AS points, sum(d.seconds) AS seconds,
       countIf(d.seconds >= ${minSeconds}) AS days, min(day) AS first_day, max(day) AS last_day,
       sum(d.total) / sum(d.seconds) AS avg, quantilesBFloat16Merge(0.5, 0.95, 0.99)(d.sketch) AS q,
       q[1] AS p50, q[2] AS p95, q[3] AS p99, max(d.max_value) AS max,
       argMax(day, day_p95) AS busiest_day, max(day_p95) AS busiest_p95,
       maxOrNullIf(day_p95, toDayOfMonth(day) = 1 OR toMonth(day + 2) != toMonth(day)) AS month_end_p95
     FROM (
       SELECT resource_id, metric, unit AS unit_text, day, points, seconds, total, sketch, max_value,
         finalizeAggregation(sketch)[2] AS day_p95
       FROM metric_day FINAL
       WHERE organization_id = {organization_id:UUID} AND metric IN {metrics:Array(String)}
         AND day >= {from:Date} AND day < {to:Date}
     ) AS d
     GROUP BY metric, resource_id
     ORDER BY metric, resource_id`,
    { metrics: knownMetricNames, from: addDays(to, -metricDays), to },
    { ...(signal && { signal }), settings: { max_bytes_before_external_group_by: String(1024 ** 3) } },
  )
  return rows.length === 0 ? undefined : rows.map(without)
}

/** Spreads the list of percentiles over their fields. */
function without(row: ResourceMetric): ResourceMetric {
  const { q: _, ...rest } = row as ResourceMetric & { q: unknown }
  return rest
}
