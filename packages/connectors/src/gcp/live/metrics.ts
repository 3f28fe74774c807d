/** Cloud Monitoring metrics of the resources that an inventory listed: many in one request, by the hour. */
import { knownMetrics, type MetricPoint } from '@kept/domain/metric.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { METRIC_HISTORY_DAYS } from '@kept/domain/sync/metric-history.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { LivePort, MetricTarget } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { absentWhenMissing } from '../../live-details.ts'
import { type MetricSource, sourcesByType } from './metric-sources.ts'
import type { GcpSession } from './session.ts'

const action = 'monitoring.timeSeries.list'
/** Two weeks by the hour of so many series stay below the limit of an answer. */
const resourcesPerPage = 30
const hourSeconds = 3600
const hourMs = hourSeconds * 1000
/** $0.50 for a million time series returned: cloud.google.com/stackdriver/pricing. */
const nanosPerSeries = 500

const labels = z.object({ labels: z.record(z.string(), z.string()).nullish() }).nullish()
const timeSeriesSchema = z.object({
  timeSeries: z
    .array(
      z.object({
        resource: labels,
        metric: labels,
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

/** By the end of an hour, in milliseconds. */
type Values = ReadonlyMap<number, number>
interface Window {
  startMs: number
  endMs: number
}

export const metricsPort: LivePort<GcpSession> = {
  dataset: 'metrics',
  scope: 'account',
  unlocks: 'Idle and oversized resources, by what they did',
  permissions: [{ action, reason: 'Reads CPU, memory, network, connections and requests.' }],
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
    const endMs = Math.floor(nowMs / hourMs) * hourMs
    const window = { startMs: endMs - METRIC_HISTORY_DAYS * 24 * hourMs, endMs }
    const points = await readTargets(session, accountId, { page, window })
    return { items: [], points, next: next < targets.length ? String(next) : null }
  },
}

async function readTargets(
  session: GcpSession,
  project: string,
  { page, window }: { page: readonly MetricTarget[]; window: Window },
): Promise<MetricPoint[]> {
  const points: MetricPoint[] = []
  for (const source of sourcesByType[page[0]?.type ?? ''] ?? []) {
    const targets = page.filter((target) => source.applies?.(target) ?? true)
    if (targets.length === 0) continue
    const request = { source, targets, window }
    const values = await readTypes(session, project, { ...request, aligner: source.aligner })
    const maxima =
      source.maximum === undefined
        ? undefined
        : await readTypes(session, project, { ...request, aligner: source.maximum })
    // A metric that the project does not have says nothing of its resources, not even zero.
    if (values === undefined) continue
    for (const target of targets) {
      const key = source.valueOf(target)
      points.push(...pointsOf(target, source, { values: values.get(key), maxima: maxima?.get(key), window }))
    }
  }
  return points
}

/** Series of one resource become one, whatever their other labels. */
const reducers: Readonly<Record<MetricSource['aligner'] | NonNullable<MetricSource['maximum']>, string>> = {
  ALIGN_MEAN: 'REDUCE_MEAN',
  ALIGN_PERCENTILE_50: 'REDUCE_MEAN',
  ALIGN_RATE: 'REDUCE_SUM',
  ALIGN_MAX: 'REDUCE_MAX',
  ALIGN_PERCENTILE_99: 'REDUCE_MAX',
}

interface SeriesRequest {
  source: MetricSource
  targets: readonly MetricTarget[]
  window: Window
  aligner: keyof typeof reducers
}

/** The metric and its alternatives; undefined where the project has none of them. */
async function readTypes(
  session: GcpSession,
  project: string,
  request: SeriesRequest,
): Promise<Map<string, Map<number, number>> | undefined> {
  const { type, alternatives = [] } = request.source
  let all: Map<string, Map<number, number>> | undefined
  for (const each of [type, ...alternatives]) {
    const read = await absentWhenMissing(() => readSeries(session, project, { ...request, type: each }))
    if (read === undefined) continue
    all ??= new Map()
    for (const [key, series] of read) {
      const highest = all.get(key) ?? new Map<number, number>()
      for (const [atMs, value] of series) highest.set(atMs, Math.max(value, highest.get(atMs) ?? value))
      all.set(key, highest)
    }
  }
  return all
}

async function readSeries(
  session: GcpSession,
  project: string,
  request: SeriesRequest & { type: string },
): Promise<Map<string, Map<number, number>>> {
  const { source, type, targets, window, aligner } = request
  const names = targets.map((target) => `"${source.valueOf(target).replaceAll(/["\\]/g, '')}"`)
  const filter = [
    `metric.type = "${type}"`,
    `${source.label} = one_of(${names.join(',')})`,
    ...(source.where === undefined ? [] : [source.where]),
  ]
  const query = new URLSearchParams({
    filter: filter.join(' AND '),
    'interval.startTime': new Date(window.startMs).toISOString(),
    'interval.endTime': new Date(window.endMs).toISOString(),
    'aggregation.alignmentPeriod': `${hourSeconds}s`,
    'aggregation.perSeriesAligner': aligner,
    'aggregation.crossSeriesReducer': source.reducer ?? reducers[aligner],
    'aggregation.groupByFields': source.label,
  })
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
    addSeries(values, source, answer)
    if (answer.nextPageToken && answer.nextPageToken === token)
      throw new SyncFailure('unexpected', `${action} returned the same page twice.`, { action })
    token = answer.nextPageToken ?? ''
  } while (token !== '')
  return values
}

function addSeries(
  values: Map<string, Map<number, number>>,
  { label }: MetricSource,
  { timeSeries }: z.output<typeof timeSeriesSchema>,
): void {
  const name = label.replace(/^.*\./, '')
  for (const { resource, metric, points } of timeSeries ?? []) {
    const key = (label.startsWith('metric.') ? metric : resource)?.labels?.[name] ?? ''
    const series = values.get(key) ?? new Map<number, number>()
    for (const { interval, value } of points ?? []) {
      const number = value.doubleValue ?? (value.int64Value ? Number(value.int64Value) : undefined)
      const endedMs = Date.parse(interval.endTime)
      if (number !== undefined && !Number.isNaN(endedMs)) series.set(endedMs, number)
    }
    values.set(key, series)
  }
}

function pointsOf(
  target: MetricTarget,
  { metric, factorOf, isZeroWhenSilent }: MetricSource,
  { values, maxima, window }: { values: Values | undefined; maxima: Values | undefined; window: Window },
): MetricPoint[] {
  const factor = factorOf(target)
  const silent = isZeroWhenSilent?.(target) ? silentHours(target, values, window) : []
  return [...silent, ...(values ?? [])].map(([endedMs, raw]) => {
    const value = raw * factor
    const max = (maxima?.get(endedMs) ?? Number.NaN) * factor
    return {
      resource_id: target.resourceId,
      metric,
      unit: knownMetrics[metric].unit,
      at: new Date(endedMs).toISOString(),
      seconds: hourSeconds,
      value,
      ...(max >= value && { max }),
    }
  })
}

/** Hours of the window in which it certainly existed and had no value: without a date of its creation, none. */
function silentHours(
  { createdMs }: MetricTarget,
  values: Values | undefined,
  { startMs, endMs }: Window,
): [endedMs: number, value: number][] {
  if (createdMs === undefined) return []
  const firstMs = Math.max(startMs, Math.ceil(createdMs / hourMs) * hourMs) + hourMs
  const hours = Array.from(
    { length: Math.max(0, (endMs - firstMs) / hourMs + 1) },
    (_, index) => firstMs + index * hourMs,
  )
  return hours.flatMap((endedMs): [number, number][] => (values?.has(endedMs) ? [] : [[endedMs, 0]]))
}
