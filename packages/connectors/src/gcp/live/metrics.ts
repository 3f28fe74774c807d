/** Cloud Monitoring metrics of the resources that an inventory listed: many in one request, by the hour. */
import { type KnownMetric, knownMetrics, type MetricPoint } from '@kept/domain/metric.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { METRIC_HISTORY_DAYS } from '@kept/domain/sync/metric-history.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { LivePort, MetricTarget } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import type { GcpSession } from './session.ts'

const action = 'monitoring.timeSeries.list'
/** Two weeks by the hour of so many series stay below the limit of an answer. */
const resourcesPerPage = 30
const hourSeconds = 3600
/** $0.50 for a million time series returned: cloud.google.com/stackdriver/pricing. */
const nanosPerSeries = 500

interface MetricSource {
  metric: KnownMetric
  type: string
  aligner: 'ALIGN_MEAN' | 'ALIGN_RATE'
  /** A fraction becomes a percentage. */
  factor: number
  hasMaximum: boolean
}

interface Sources {
  /** The label of the monitored resource that names it, and its value for one resource. */
  label: string
  valueOf(resourceId: string): string
  metrics: readonly MetricSource[]
}

const mean = (metric: KnownMetric, type: string, factor: number): MetricSource => ({
  metric,
  type,
  aligner: 'ALIGN_MEAN',
  factor,
  hasMaximum: true,
})
const rate = (metric: KnownMetric, type: string): MetricSource => ({
  metric,
  type,
  aligner: 'ALIGN_RATE',
  factor: 1,
  hasMaximum: false,
})

const sourcesByType: Readonly<Record<string, Sources>> = {
  Instance: {
    label: 'instance_id',
    valueOf: (id) => id.replace(/^.*\//, ''),
    metrics: [
      mean('cpu_utilization', 'compute.googleapis.com/instance/cpu/utilization', 100),
      rate('network_in', 'compute.googleapis.com/instance/network/received_bytes_count'),
      rate('network_out', 'compute.googleapis.com/instance/network/sent_bytes_count'),
    ],
  },
  Database: {
    label: 'database_id',
    // "//cloudsql.googleapis.com/projects/shop/instances/main" is "shop:main".
    valueOf: (id) => id.replace(/^.*\/projects\/([^/]+)\/instances\/([^/]+)$/, '$1:$2'),
    metrics: [
      mean('cpu_utilization', 'cloudsql.googleapis.com/database/cpu/utilization', 100),
      mean('memory_utilization', 'cloudsql.googleapis.com/database/memory/utilization', 100),
      mean('disk_utilization', 'cloudsql.googleapis.com/database/disk/utilization', 100),
      mean('connections', 'cloudsql.googleapis.com/database/network/connections', 1),
    ],
  },
}

/** Only types that a rule reads metrics of: others would cost and change nothing. */
export const metricTypes = Object.keys(sourcesByType)

const timeSeriesSchema = z.object({
  timeSeries: z
    .array(
      z.object({
        resource: z.object({ labels: z.record(z.string(), z.string()).nullish() }).nullish(),
        points: z
          .array(
            z.object({
              interval: z.object({ endTime: z.string() }),
              value: z.object({ doubleValue: z.number().nullish(), int64Value: z.string().nullish() }),
            }),
          )
          .nullish(),
      }),
    )
    .nullish(),
  nextPageToken: z.string().nullish(),
})

export const metricsPort: LivePort<GcpSession> = {
  dataset: 'metrics',
  scope: 'account',
  unlocks: 'Idle and oversized resources, by what they did',
  permissions: [{ action, reason: 'Reads CPU, memory, network and connections.' }],
  async readPage(session, { accountId }, { cursor, targets, nowMs }) {
    const start = Number(cursor ?? 0)
    if (!Number.isSafeInteger(start) || start < 0)
      throw new SyncFailure('unexpected', `The position "${cursor}" in the metrics does not exist.`)
    const first = targets[start]
    if (!first) return { items: [], points: [], next: null }
    // Targets of one type share a filter; another type begins another page.
    const others = targets.slice(start, start + resourcesPerPage).findIndex(({ type }) => type !== first.type)
    const page = targets.slice(start, start + (others === -1 ? resourcesPerPage : others))
    const next = start + page.length
    const points = await readTargets(session, accountId, { page, nowMs })
    return { items: [], points, next: next < targets.length ? String(next) : null }
  },
}

async function readTargets(
  session: GcpSession,
  project: string,
  { page, nowMs }: { page: readonly MetricTarget[]; nowMs: number },
): Promise<MetricPoint[]> {
  const sources = sourcesByType[page[0]?.type ?? '']
  if (!sources) return []
  const points: MetricPoint[] = []
  for (const source of sources.metrics) {
    const values = await readSeries(session, project, { sources, source, page, nowMs, aligner: source.aligner })
    const maxima = source.hasMaximum
      ? await readSeries(session, project, { sources, source, page, nowMs, aligner: 'ALIGN_MAX' })
      : new Map<string, Map<number, number>>()
    for (const { resourceId } of page) {
      const key = sources.valueOf(resourceId)
      points.push(...pointsOf(resourceId, source, values.get(key), maxima.get(key)))
    }
  }
  return points
}

async function readSeries(
  session: GcpSession,
  project: string,
  request: {
    sources: Sources
    source: MetricSource
    page: readonly MetricTarget[]
    nowMs: number
    aligner: string
  },
): Promise<Map<string, Map<number, number>>> {
  const { sources, source, page, nowMs, aligner } = request
  const endMs = Math.floor(nowMs / (hourSeconds * 1000)) * hourSeconds * 1000
  const names = page.map(({ resourceId }) => `"${sources.valueOf(resourceId).replaceAll(/["\\]/g, '')}"`)
  const query = new URLSearchParams({
    filter: `metric.type = "${source.type}" AND resource.labels.${sources.label} = one_of(${names.join(',')})`,
    'interval.startTime': new Date(endMs - METRIC_HISTORY_DAYS * 24 * hourSeconds * 1000).toISOString(),
    'interval.endTime': new Date(endMs).toISOString(),
    'aggregation.alignmentPeriod': `${hourSeconds}s`,
    'aggregation.perSeriesAligner': aligner,
    // One series for each resource, whatever its other labels.
    'aggregation.crossSeriesReducer': aligner === 'ALIGN_MAX' ? 'REDUCE_MAX' : 'REDUCE_SUM',
    'aggregation.groupByFields': `resource.labels.${sources.label}`,
  })
  if (aligner === 'ALIGN_MEAN') query.set('aggregation.crossSeriesReducer', 'REDUCE_MEAN')
  const values = new Map<string, Map<number, number>>()
  let token = ''
  do {
    if (token !== '') query.set('pageToken', token)
    const path = `/v3/projects/${encodeURIComponent(project)}/timeSeries?${query}`
    const answer: z.output<typeof timeSeriesSchema> = parseAnswer(
      action,
      timeSeriesSchema,
      await session.send(action, 'monitoring', path),
    )
    session.charge((answer.timeSeries?.length ?? 0) * nanosPerSeries)
    for (const { resource, points } of answer.timeSeries ?? []) {
      const key = resource?.labels?.[sources.label] ?? ''
      const series = values.get(key) ?? new Map<number, number>()
      for (const { interval, value } of points ?? []) {
        const number = value.doubleValue ?? (value.int64Value ? Number(value.int64Value) : undefined)
        const endedMs = Date.parse(interval.endTime)
        if (number !== undefined && !Number.isNaN(endedMs)) series.set(endedMs, number)
      }
      values.set(key, series)
    }
    if (answer.nextPageToken && answer.nextPageToken === token)
      throw new SyncFailure('unexpected', `${action} returned the same page twice.`, { action })
    token = answer.nextPageToken ?? ''
  } while (token !== '')
  return values
}

function pointsOf(
  resourceId: string,
  { metric, factor }: MetricSource,
  values: ReadonlyMap<number, number> | undefined,
  maxima: ReadonlyMap<number, number> | undefined,
): MetricPoint[] {
  return [...(values ?? [])].map(([endedMs, raw]) => {
    const value = raw * factor
    const max = (maxima?.get(endedMs) ?? Number.NaN) * factor
    return {
      resource_id: resourceId,
      metric,
      unit: knownMetrics[metric].unit,
      at: new Date(endedMs).toISOString(),
      seconds: hourSeconds,
      value,
      ...(max >= value && { max }),
    }
  })
}
