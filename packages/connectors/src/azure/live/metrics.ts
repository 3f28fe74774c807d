/** Azure Monitor metrics of the resources that an inventory listed: one request for each resource, by the hour. */
import { knownMetrics, type MetricPoint } from '@kept/domain/metric.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { METRIC_HISTORY_DAYS } from '@kept/domain/sync/metric-history.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { LivePort, MetricTarget } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { requireActions } from './grants.ts'
import { type MetricSource, sourcesOf } from './metric-sources.ts'
import type { AzureSession } from './session.ts'

const action = 'Microsoft.Insights/metrics/read'
const resourcesPerPage = 10
const hourSeconds = 3600
/** $0.01 for 1,000 requests, without the free ones: azure.microsoft.com/pricing/details/monitor. */
const nanosPerRequest = 10_000

const value = z.number().nullish()
const metricsSchema = z.object({
  value: z.array(
    z.object({
      name: z.object({ value: z.string() }),
      timeseries: z
        .array(
          z.object({
            data: z.array(z.object({ timeStamp: z.string(), average: value, maximum: value, total: value })).nullish(),
          }),
        )
        .nullish(),
    }),
  ),
})

export const metricsPort: LivePort<AzureSession> = {
  dataset: 'metrics',
  scope: 'account',
  unlocks: 'Idle and oversized resources, by what they did',
  permissions: [{ action, reason: 'Reads CPU, memory, network, connections, requests, records and capacity in use.' }],
  async readPage(session, { accountId }, { cursor, targets, nowMs }) {
    const start = Number(cursor ?? 0)
    if (!Number.isSafeInteger(start) || start < 0)
      throw new SyncFailure('unexpected', `The position "${cursor}" in the metrics does not exist.`)
    if (cursor === null) await requireActions(session, accountId, [action])
    const measured = targets.filter((target) => sourcesOf(target).length > 0)
    const points: MetricPoint[] = []
    for (const target of measured.slice(start, start + resourcesPerPage))
      points.push(...(await readResource(session, target, nowMs)))
    const next = start + resourcesPerPage
    return { items: [], points, next: next < measured.length ? String(next) : null }
  },
}

async function readResource(session: AzureSession, target: MetricTarget, nowMs: number): Promise<MetricPoint[]> {
  const { resourceId } = target
  const sources = sourcesOf(target)
  const endMs = Math.floor(nowMs / (hourSeconds * 1000)) * hourSeconds * 1000
  const startMs = endMs - METRIC_HISTORY_DAYS * 24 * hourSeconds * 1000
  const query = new URLSearchParams({
    'api-version': '2023-10-01',
    timespan: `${new Date(startMs).toISOString()}/${new Date(endMs).toISOString()}`,
    interval: 'PT1H',
    metricnames: sources.flatMap(({ names, unless }) => (unless === undefined ? names : [...names, unless])).join(','),
    aggregation: 'average,maximum,total',
  })
  session.charge(nanosPerRequest)
  try {
    const answer = await session.send(action, `${resourceId}/providers/microsoft.insights/metrics?${query}`, {
      pace: `metrics ${resourceId.split('/')[2] ?? ''}`,
    })
    return pointsOf(resourceId, sources, parseAnswer(action, metricsSchema, answer))
  } catch (error) {
    // Deleted since it was listed, or of a size that has not every metric: the others go on.
    if (error instanceof SyncFailure && error.kind === 'unexpected' && /answered (?:400|404)/.test(error.message))
      return []
    throw error
  }
}

/** A point ends its hour; Azure names the start. An hour without a value is a gap. */
function pointsOf(
  resourceId: string,
  sources: readonly MetricSource[],
  answer: z.output<typeof metricsSchema>,
): MetricPoint[] {
  return sources.flatMap((source) => {
    const { metric, statistic, factor, unless } = source
    if (unless !== undefined && hasValues(unless, answer)) return []
    return [...hoursOf(source, answer)].map(([startMs, { raw, most }]) => {
      const value = (statistic === 'rate' ? raw / hourSeconds : raw) * factor
      const max = statistic === 'average' ? most * factor : Number.NaN
      return {
        resource_id: resourceId,
        metric,
        unit: knownMetrics[metric].unit,
        at: new Date(startMs + hourSeconds * 1000).toISOString(),
        seconds: hourSeconds,
        value,
        ...(max >= value && { max }),
      }
    })
  })
}

function hasValues(metric: string, answer: z.output<typeof metricsSchema>): boolean {
  const named = answer.value.filter(({ name }) => name.value.toLowerCase() === metric.toLowerCase())
  return named
    .flatMap(({ timeseries }) => (timeseries ?? []).flatMap(({ data }) => data ?? []))
    .some(({ average, maximum, total }) => Math.max(average ?? 0, maximum ?? 0, total ?? 0) > 0)
}

/** What the series of a metric add up to, by the start of the hour; its highest value is not a number when unknown. */
function hoursOf(
  { names, statistic }: MetricSource,
  answer: z.output<typeof metricsSchema>,
): Map<number, { raw: number; most: number }> {
  const hours = new Map<number, { raw: number; most: number }>()
  const requested = new Set(names.map((name) => name.toLowerCase()))
  for (const { name, timeseries } of answer.value) {
    if (!requested.has(name.value.toLowerCase())) continue
    for (const { timeStamp, average, maximum, total } of (timeseries ?? []).flatMap(({ data }) => data ?? [])) {
      const raw = statistic === 'average' ? (average ?? maximum) : total
      const startMs = Date.parse(timeStamp)
      if (raw === null || raw === undefined || Number.isNaN(startMs)) continue
      const { raw: sum, most } = hours.get(startMs) ?? { raw: 0, most: 0 }
      hours.set(startMs, { raw: sum + raw, most: most + (maximum ?? Number.NaN) })
    }
  }
  return hours
}
