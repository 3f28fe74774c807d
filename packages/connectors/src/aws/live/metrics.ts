/** CloudWatch metrics of the resources that an inventory listed: many in one request, by the hour. */
import { knownMetrics, type MetricPoint } from '@kept/domain/metric.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { METRIC_HISTORY_DAYS } from '@kept/domain/sync/metric-history.ts'
import type { LivePort, MetricTarget } from '@kept/domain/sync/port.ts'
import { everyPage } from './every-page.ts'
import { type CloudWatchSeries, type HourOfSeries, type MetricSource, sourcesByType } from './metric-sources.ts'
import type { AwsSession } from './session.ts'

/** AWS allows 500 metrics and 100,800 values in one request. */
const seriesPerRequest = 250
/** $0.01 for 1,000 metrics: aws.amazon.com/cloudwatch/pricing. */
const nanosPerMetric = 10_000
const hourSeconds = 3600
const hourMs = hourSeconds * 1000

/** Resource types whose metrics are read. */
export const metricTypes = Object.keys(sourcesByType)

const metricsAction = 'cloudwatch:GetMetricData'

/** One metric of one resource: all its series are read in one request, because together they are one point. */
interface Reading {
  source: MetricSource
  target: MetricTarget
  series: readonly CloudWatchSeries[]
}

/** By the start of an hour, in milliseconds. */
type Values = ReadonlyMap<number, HourOfSeries>

export const metricsPort: LivePort<AwsSession> = {
  dataset: 'metrics',
  scope: 'region',
  unlocks: 'Idle and oversized resources, by what they did',
  permissions: [
    {
      action: metricsAction,
      reason: 'Reads CPU, memory, network, connections, requests, records and capacity in use.',
    },
  ],
  async readPage(session, { region }, { cursor, targets, nowMs }) {
    const readings = targets.flatMap(readingsOf)
    const start = Number(cursor ?? 0)
    if (!Number.isSafeInteger(start) || start < 0)
      throw new SyncFailure('unexpected', `The position "${cursor}" in the metrics does not exist.`)
    const page = pageFrom(readings, start)
    const points = page.length === 0 ? [] : await readPoints(session, region, page, nowMs)
    const next = start + page.length
    return { items: [], points, next: next < readings.length ? String(next) : null }
  },
}

function readingsOf(target: MetricTarget): Reading[] {
  return (sourcesByType[target.type] ?? []).flatMap((source) => {
    const series = source.series(target)
    return series.length === 0 ? [] : [{ source, target, series }]
  })
}

/** At least one, though a table with many indexes may have more series than a page. */
function pageFrom(readings: readonly Reading[], start: number): Reading[] {
  let series = 0
  const page: Reading[] = []
  for (const reading of readings.slice(start)) {
    series += reading.series.length
    if (page.length > 0 && series > seriesPerRequest) break
    page.push(reading)
  }
  return page
}

async function readPoints(
  session: AwsSession,
  region: string,
  page: readonly Reading[],
  nowMs: number,
): Promise<MetricPoint[]> {
  const endMs = Math.floor(nowMs / hourMs) * hourMs
  const window = { startMs: endMs - METRIC_HISTORY_DAYS * 24 * hourMs, endMs }
  const values = await readSeries(
    session,
    region,
    page.flatMap(({ series }) => series),
    window,
  )
  let position = 0
  return page.flatMap((reading) => {
    const own = values.slice(position, position + reading.series.length)
    position += reading.series.length
    return pointsOf(reading, own, window)
  })
}

/** The values of each series, in their order; undefined when CloudWatch could not read one. */
async function readSeries(
  session: AwsSession,
  region: string,
  series: readonly CloudWatchSeries[],
  { startMs, endMs }: { startMs: number; endMs: number },
): Promise<(Values | undefined)[]> {
  const sdk = await session.load(() => import('@aws-sdk/client-cloudwatch'))
  const client = session.client('monitoring', region, (config) => new sdk.CloudWatchClient(config))
  const values = new Map<string, Map<number, HourOfSeries>>()
  const unread = new Set<string>()
  // Charged for each metric that is requested, whether or not it has values.
  session.charge(series.length * nanosPerMetric)
  const request = {
    StartTime: new Date(startMs),
    EndTime: new Date(endMs),
    MetricDataQueries: series.map(toQuery),
  }
  const pages = everyPage({ action: metricsAction, subject: `the metrics in ${region}` }, (NextToken) =>
    session.call(metricsAction, region, () => client.send(new sdk.GetMetricDataCommand({ ...request, NextToken }))),
  )
  for await (const { MetricDataResults } of pages) {
    for (const { Id = '', Timestamps, Values, StatusCode } of MetricDataResults ?? []) {
      if (StatusCode === 'Forbidden' || StatusCode === 'InternalError') unread.add(Id)
      const own = values.get(Id) ?? new Map<number, HourOfSeries>()
      for (const [index, timestamp] of (Timestamps ?? []).entries()) {
        const value = Values?.[index]
        if (value !== undefined) addPeriod(own, timestamp.getTime(), value)
      }
      values.set(Id, own)
    }
  }
  return series.map((_, index) => (unread.has(`m${index}`) ? undefined : (values.get(`m${index}`) ?? new Map())))
}

/** Only sums are read in parts of an hour. */
function addPeriod(hours: Map<number, HourOfSeries>, atMs: number, value: number): void {
  const startMs = Math.floor(atMs / hourMs) * hourMs
  const before = hours.get(startMs)
  hours.set(startMs, {
    value: (before?.value ?? 0) + value,
    highest: Math.max(before?.highest ?? value, value),
  })
}

function toQuery(
  { namespace, name, statistic, dimensions, periodSeconds = hourSeconds }: CloudWatchSeries,
  index: number,
) {
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }))
  const Metric = { Namespace: namespace, MetricName: name, Dimensions }
  return { Id: `m${index}`, MetricStat: { Metric, Period: periodSeconds, Stat: statistic } }
}

/** A point ends its hour; CloudWatch names the start. */
function pointsOf(
  { source, target }: Reading,
  series: readonly (Values | undefined)[],
  window: { startMs: number; endMs: number },
): MetricPoint[] {
  const isRead = series.every((entry) => entry !== undefined)
  const hours = new Set(series.flatMap((entry) => [...(entry?.keys() ?? [])]))
  const isHidden = [...hours].some((startMs) => source.isUncounted?.(series.map((entry) => entry?.get(startMs)?.value)))
  const isZero = source.isZeroWhenSilent === true && isRead && !isHidden
  if (isZero) for (const startMs of hoursOfLife(lifeOf({ source, target }), window)) hours.add(startMs)
  return [...hours]
    .toSorted((first, second) => first - second)
    .flatMap((startMs) => {
      const entries = series.map((entry) => entry?.get(startMs) ?? (isZero ? noUse : undefined))
      const hour = source.toHour(
        entries.map((entry) => entry?.value),
        target,
        entries.map((entry) => entry?.highest),
      )
      return hour === undefined || (isHidden && hour.value === 0) ? [] : [toPoint({ source, target }, startMs, hour)]
    })
}

const noUse: HourOfSeries = { value: 0, highest: 0 }

function lifeOf({ source, target }: Pick<Reading, 'source' | 'target'>): number | undefined {
  return source.silentSinceMs ? source.silentSinceMs(target) : target.createdMs
}

function toPoint(
  { source: { metric }, target }: Pick<Reading, 'source' | 'target'>,
  startMs: number,
  { value, max }: { value: number; max?: number | undefined },
): MetricPoint {
  return {
    resource_id: target.resourceId,
    metric,
    unit: knownMetrics[metric].unit,
    at: new Date(startMs + hourMs).toISOString(),
    seconds: hourSeconds,
    value,
    ...(max !== undefined && max >= value && { max }),
  }
}

/** The hours of the window in which it certainly existed: without a date, none. */
function hoursOfLife(sinceMs: number | undefined, { startMs, endMs }: { startMs: number; endMs: number }): number[] {
  if (sinceMs === undefined) return []
  const firstMs = Math.max(startMs, Math.ceil(sinceMs / hourMs) * hourMs)
  return Array.from({ length: Math.max(0, (endMs - firstMs) / hourMs) }, (_, index) => firstMs + index * hourMs)
}
