/** The metrics of one resource over a span, for a chart. */
import { knownMetrics, type MetricGrain, type MetricSeries } from '@kept/domain/metric.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { isKeyOf } from '@kept/foundation/narrow.ts'
import type { Warehouse } from '../warehouse/client.ts'

interface SeriesQuery {
  /** The ids its metrics may have been imported under: its own, and its short name. */
  resourceIds: readonly string[]
  /** Default: all. */
  metrics?: readonly string[] | undefined
  /** ISO instants; `to` is exclusive. */
  from: string
  to: string
  grain: MetricGrain
}

const sources: Record<MetricGrain, { table: string; time: string; sums: string }> = {
  raw: {
    table: 'metric_point',
    time: 'at',
    sums: 'quantilesBFloat16(0.5, 0.95, 0.99)(toFloat32(value))',
  },
  // From the points: a page reads one resource, and a percentile of hours needs every value.
  hour: {
    table: 'metric_point',
    time: 'toStartOfHour(at)',
    sums: 'quantilesBFloat16(0.5, 0.95, 0.99)(toFloat32(value))',
  },
  day: {
    table: 'metric_day',
    time: "toDateTime(day, 'UTC')",
    sums: 'quantilesBFloat16Merge(0.5, 0.95, 0.99)(sketch)',
  },
}

/** More points than a screen has pixels are not sent; choose a coarser grain. */
const maxPoints = 20_000

interface PointRow {
  metric: string
  unit: string
  moment: string
  min: number
  avg: number
  max: number
  p95: number
}

interface SummaryRow {
  metric: string
  points: number
  min: number
  avg: number
  max: number
  p95: number
  p99: number
}

export async function readMetricSeries(
  warehouse: Warehouse,
  scope: Scope,
  { resourceIds, metrics, from, to, grain }: SeriesQuery,
): Promise<MetricSeries[]> {
  const { table, time, sums } = sources[grain]
  const ofPoints = table === 'metric_point'
  const total = ofPoints ? 'value * seconds' : 'total'
  const points = ofPoints ? 'count()' : 'sum(points)'
  const where = `organization_id = {organization_id:UUID} AND resource_id IN {resource_ids:Array(String)}
    AND ${time} >= parseDateTimeBestEffort({from:String}, 'UTC') AND ${time} < parseDateTimeBestEffort({to:String}, 'UTC')
    ${metrics ? 'AND metric IN {metrics:Array(String)}' : ''}`
  const parameters = { resource_ids: resourceIds, from, to, ...(metrics && { metrics }) }
  const [rows, summaries] = await Promise.all([
    warehouse.query<PointRow>(
      scope,
      `SELECT metric, any(m.unit) AS unit, ${time} AS moment, min(min_value) AS min, sum(${total}) / sum(m.seconds) AS avg,
         max(max_value) AS max, ${sums}[2] AS p95
       FROM ${table} AS m FINAL WHERE ${where} GROUP BY metric, moment ORDER BY metric, moment LIMIT ${maxPoints}`,
      parameters,
    ),
    warehouse.query<SummaryRow>(
      scope,
      `SELECT metric, ${points} AS points, min(min_value) AS min, sum(${total}) / sum(m.seconds) AS avg,
         max(max_value) AS max, ${sums} AS q, q[2] AS p95, q[3] AS p99
       FROM ${table} AS m FINAL WHERE ${where} GROUP BY metric ORDER BY metric`,
      parameters,
    ),
  ])
  return summaries.map(({ metric, points: count, min, avg, max, p95, p99 }) => {
    const metricRows = rows.filter((row) => row.metric === metric)
    return {
      metric,
      unit: metricRows[0]?.unit ?? '',
      label: isKeyOf(knownMetrics, metric) ? knownMetrics[metric].label : metric,
      summary: { points: count, min, avg, max, p95, p99 },
      points: metricRows.map(({ moment, min: minValue, avg: mean, max: maxValue, p95: high }) => ({
        at: new Date(moment).toISOString(),
        min: minValue,
        avg: mean,
        max: maxValue,
        p95: high,
      })),
    }
  })
}
