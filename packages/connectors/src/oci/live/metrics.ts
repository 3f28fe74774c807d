/** CPU of the instances that an inventory listed, by the hour, from Oracle Cloud Monitoring. */
import { type KnownMetric, knownMetrics, type MetricPoint } from '@kept/domain/metric.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { METRIC_HISTORY_DAYS } from '@kept/domain/sync/metric-history.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { LivePermission, LivePort, MetricTarget, SyncLocation } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import type { OciSession } from './session.ts'

const action = 'read metrics'
const hourMs = 3_600_000
const targetsPerPage = 20
/** Oracle Cloud allows ten requests a second in a tenancy. */
const limits = { burst: 5, perSecond: 5 }

const metricsPermission: LivePermission = { action, reason: 'Reads the CPU of instances.' }

/** Only types that a rule reads metrics of. */
export const metricsByType: Readonly<Record<string, readonly KnownMetric[]>> = { Instance: ['cpu_utilization'] }
export const metricTypes = Object.keys(metricsByType)

const schema = z.array(
  z.object({
    aggregatedDatapoints: z.array(z.object({ timestamp: z.string(), value: z.number().nullish() })).nullish(),
  }),
)

export const metricsPort: LivePort<OciSession> = {
  dataset: 'metrics',
  scope: 'region',
  unlocks: 'Idle instances, by what they did',
  permissions: [metricsPermission],
  async readPage(session, location, { cursor, targets, nowMs }) {
    const start = Number(cursor ?? 0)
    if (!Number.isSafeInteger(start) || start < 0)
      throw new SyncFailure('unexpected', `The position "${cursor}" in the metrics does not exist.`)
    const points: MetricPoint[] = []
    for (const target of targets.slice(start, start + targetsPerPage))
      points.push(...(await readTarget(session, location, target, nowMs)))
    const next = start + targetsPerPage
    return { items: [], points, next: next < targets.length ? String(next) : null }
  },
}

/** One small request that needs the permission. */
export function probeMetrics(session: OciSession, root: SyncLocation, nowMs: number): Promise<unknown> {
  return summarize(session, root, { query: 'CpuUtilization[1h].mean()', fromMs: nowMs - hourMs, toMs: nowMs })
}

async function readTarget(
  session: OciSession,
  location: SyncLocation,
  { resourceId }: MetricTarget,
  nowMs: number,
): Promise<MetricPoint[]> {
  const toMs = Math.floor(nowMs / hourMs) * hourMs
  const range = { fromMs: toMs - METRIC_HISTORY_DAYS * 24 * hourMs, toMs }
  const query = (statistic: string) => `CpuUtilization[1h]{resourceId = "${resourceId}"}.${statistic}()`
  const means = await summarize(session, location, { ...range, query: query('mean') })
  if (means.size === 0) return []
  const maxima = await summarize(session, location, { ...range, query: query('max') })
  return [...means].map(([atMs, value]) => {
    const max = maxima.get(atMs)
    return {
      resource_id: resourceId,
      metric: 'cpu_utilization' as const,
      unit: knownMetrics.cpu_utilization.unit,
      at: new Date(atMs).toISOString(),
      seconds: hourMs / 1000,
      value,
      ...(max !== undefined && max >= value && { max }),
    }
  })
}

/** The values by the time of their hour, in milliseconds. */
async function summarize(
  session: OciSession,
  { accountId, region }: Pick<SyncLocation, 'accountId' | 'region'>,
  { query, fromMs, toMs }: { query: string; fromMs: number; toMs: number },
): Promise<Map<number, number>> {
  const body = await session.query(action, {
    service: 'telemetry',
    region,
    path: `/20180401/metrics/actions/summarizeMetricsData?compartmentId=${encodeURIComponent(accountId)}`,
    body: {
      namespace: 'oci_computeagent',
      query,
      startTime: new Date(fromMs).toISOString(),
      endTime: new Date(toMs).toISOString(),
    },
    limits,
  })
  const values = new Map<number, number>()
  for (const { aggregatedDatapoints } of parseAnswer(action, schema, body))
    for (const { timestamp, value } of aggregatedDatapoints ?? []) {
      const atMs = Date.parse(timestamp)
      if (!Number.isNaN(atMs) && typeof value === 'number') values.set(atMs, value)
    }
  return values
}
