/** Cloud Monitoring: the response of `projects.timeSeries.list`. */
import * as z from 'zod'
import { canonical } from './canonical.ts'
import { type MetricReading, millisecondsOf, readPoint, spacingOf } from './reading.ts'

export const cloudMonitoringSchema = z.looseObject({
  timeSeries: z.array(
    z.looseObject({
      metric: z.looseObject({ type: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
      resource: z.looseObject({ type: z.string().default(''), labels: z.record(z.string(), z.string()).default({}) }),
      metricKind: z.string().default('GAUGE'),
      unit: z.string().default(''),
      points: z.array(
        z.looseObject({
          interval: z.looseObject({ endTime: z.unknown(), startTime: z.unknown().optional() }),
          value: z.looseObject({}),
        }),
      ),
    }),
  ),
})

export function* readCloudMonitoring(document: unknown, file: string): Generator<MetricReading> {
  const { timeSeries } = cloudMonitoringSchema.parse(document)
  for (const [index, { metric, resource, metricKind, unit, points }] of timeSeries.entries()) {
    const location = `${file}, series ${index + 1} (${metric.type})`
    const id = resourceOf(metric.labels, resource.labels)
    if (id === '') {
      yield { rejected: { location, reason: 'has no resource in its labels', value: resource.type } }
      continue
    }
    const step = spacingOf(
      points.map(({ interval }) => interval.endTime),
      60,
    )
    for (const [i, { interval, value }] of points.entries()) {
      const end = millisecondsOf(interval.endTime)
      const start = millisecondsOf(interval.startTime) ?? end
      const seconds =
        end !== undefined && start !== undefined && end > start
          ? Math.min(86_400, Math.round((end - start) / 1000))
          : step
      const canonicalMetric = canonical(metric.type, unit, seconds, metricKind === 'DELTA')
      const numeric = numberIn(value)
      yield readPoint(
        {
          resource_id: id,
          metric: canonicalMetric.metric,
          unit: canonicalMetric.unit,
          // A point covers the time before it.
          at: end === undefined ? undefined : end - seconds * 1000,
          seconds,
          value: numeric === undefined ? undefined : canonicalMetric.scale(numeric),
        },
        `${location}, point ${i + 1}`,
      )
    }
  }
}

const labels = [
  'resource_id',
  'instance_name',
  'name',
  'database_id',
  'disk_name',
  'device_name',
  'url_map_name',
  'service_name',
  'instance_id',
  'cluster_name',
]

function resourceOf(metric: Record<string, string>, resource: Record<string, string>): string {
  const resourceName = labels.map((label) => metric[label] || resource[label]).find(Boolean) ?? ''
  // "project:instance" of Cloud SQL.
  return resourceName.includes(':') ? (resourceName.split(':').at(-1) ?? '') : resourceName
}

function numberIn(value: Record<string, unknown>): number | undefined {
  const { doubleValue, int64Value, distributionValue } = value as {
    doubleValue?: number
    int64Value?: string | number
    distributionValue?: { mean?: number }
  }
  const raw = doubleValue ?? int64Value ?? distributionValue?.mean
  return raw === undefined ? undefined : Number(raw)
}
