/** CloudWatch metrics of the resources that an inventory listed: many in one request, by the hour. */
import type { KnownMetric } from '@kept/domain/metric.ts'
import { knownMetrics, type MetricPoint } from '@kept/domain/metric.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { METRIC_HISTORY_DAYS } from '@kept/domain/sync/metric-history.ts'
import type { LivePort, MetricTarget } from '@kept/domain/sync/port.ts'
import { everyPage } from './every-page.ts'
import type { AwsSession } from './session.ts'

/** AWS allows 500 metrics and 100,800 values in one request. */
const seriesPerRequest = 250
/** $0.01 for 1,000 metrics: aws.amazon.com/cloudwatch/pricing. */
const nanosPerMetric = 10_000
const hourSeconds = 3600

interface MetricSource {
  metric: KnownMetric
  namespace: string
  name: string
  /** Names the resource by the last part of its ARN. A container service is named by its cluster, too. */
  dimension: string
  /** Sums become a rate per second. */
  statistic: 'Average' | 'Maximum' | 'Sum'
}

const sourcesByType: Readonly<Record<string, readonly MetricSource[]>> = {
  Instance: [
    source('cpu_utilization', 'AWS/EC2', 'CPUUtilization', 'InstanceId', 'Average'),
    source('cpu_utilization', 'AWS/EC2', 'CPUUtilization', 'InstanceId', 'Maximum'),
    source('network_in', 'AWS/EC2', 'NetworkIn', 'InstanceId', 'Sum'),
    source('network_out', 'AWS/EC2', 'NetworkOut', 'InstanceId', 'Sum'),
  ],
  Database: [
    source('cpu_utilization', 'AWS/RDS', 'CPUUtilization', 'DBInstanceIdentifier', 'Average'),
    source('cpu_utilization', 'AWS/RDS', 'CPUUtilization', 'DBInstanceIdentifier', 'Maximum'),
    source('connections', 'AWS/RDS', 'DatabaseConnections', 'DBInstanceIdentifier', 'Average'),
    source('connections', 'AWS/RDS', 'DatabaseConnections', 'DBInstanceIdentifier', 'Maximum'),
  ],
  'NAT gateway': [source('network_out', 'AWS/NATGateway', 'BytesOutToDestination', 'NatGatewayId', 'Sum')],
  'Container service': [
    source('cpu_utilization', 'AWS/ECS', 'CPUUtilization', 'ServiceName', 'Average'),
    source('cpu_utilization', 'AWS/ECS', 'CPUUtilization', 'ServiceName', 'Maximum'),
    source('memory_utilization', 'AWS/ECS', 'MemoryUtilization', 'ServiceName', 'Average'),
    source('memory_utilization', 'AWS/ECS', 'MemoryUtilization', 'ServiceName', 'Maximum'),
  ],
  Function: [source('requests', 'AWS/Lambda', 'Invocations', 'FunctionName', 'Sum')],
}

/** Resource types whose metrics are read. */
export const metricTypes = Object.keys(sourcesByType)

function source(
  metric: KnownMetric,
  namespace: string,
  name: string,
  dimension: string,
  statistic: MetricSource['statistic'],
): MetricSource {
  return { metric, namespace, name, dimension, statistic }
}

interface Series extends MetricSource {
  target: MetricTarget
}

const metricsAction = 'cloudwatch:GetMetricData'

export const metricsPort: LivePort<AwsSession> = {
  dataset: 'metrics',
  scope: 'region',
  unlocks: 'Idle and oversized resources, by what they did',
  permissions: [{ action: metricsAction, reason: 'Reads CPU, network, connections and requests.' }],
  async readPage(session, { region }, { cursor, targets, nowMs }) {
    const series = targets.flatMap((target) =>
      (sourcesByType[target.type] ?? []).map((entry): Series => ({ ...entry, target })),
    )
    const start = Number(cursor ?? 0)
    if (!Number.isSafeInteger(start) || start < 0)
      throw new SyncFailure('unexpected', `The position "${cursor}" in the metrics does not exist.`)
    const page = pageFrom(series, start)
    const points = page.length === 0 ? [] : await readSeries(session, region, page, nowMs)
    const next = start + page.length
    return { items: [], points, next: next < series.length ? String(next) : null }
  },
}

/** Average and maximum of one metric stay in one page: together they are one point. */
function pageFrom(series: readonly Series[], start: number): Series[] {
  let end = Math.min(series.length, start + seriesPerRequest)
  while (end < series.length && end > start + 1 && series[end]?.target === series[end - 1]?.target) end -= 1
  return series.slice(start, end)
}

async function readSeries(
  session: AwsSession,
  region: string,
  page: readonly Series[],
  nowMs: number,
): Promise<MetricPoint[]> {
  const sdk = await session.load(() => import('@aws-sdk/client-cloudwatch'))
  const client = session.client('monitoring', region, (config) => new sdk.CloudWatchClient(config))
  const endMs = Math.floor(nowMs / (hourSeconds * 1000)) * hourSeconds * 1000
  const values = new Map<string, Map<number, number>>()
  // Charged for each metric that is requested, whether or not it has values.
  session.charge(page.length * nanosPerMetric)
  const request = {
    StartTime: new Date(endMs - METRIC_HISTORY_DAYS * 24 * hourSeconds * 1000),
    EndTime: new Date(endMs),
    MetricDataQueries: page.map(toQuery),
  }
  const pages = everyPage({ action: metricsAction, subject: `the metrics in ${region}` }, (NextToken) =>
    session.call(metricsAction, region, () => client.send(new sdk.GetMetricDataCommand({ ...request, NextToken }))),
  )
  for await (const { MetricDataResults } of pages) {
    for (const { Id, Timestamps, Values } of MetricDataResults ?? []) {
      const series = values.get(Id ?? '') ?? new Map<number, number>()
      for (const [index, timestamp] of (Timestamps ?? []).entries()) {
        const value = Values?.[index]
        if (value !== undefined) series.set(timestamp.getTime(), value)
      }
      values.set(Id ?? '', series)
    }
  }
  return page.flatMap((entry, index) =>
    entry.statistic === 'Maximum' ? [] : pointsOf(entry, values.get(`m${index}`), maximumOf(page, entry, values)),
  )
}

function toQuery(entry: Series, index: number) {
  const Metric = { Namespace: entry.namespace, MetricName: entry.name, Dimensions: dimensionsOf(entry) }
  return { Id: `m${index}`, MetricStat: { Metric, Period: hourSeconds, Stat: entry.statistic } }
}

function maximumOf(
  page: readonly Series[],
  { target, metric }: Series,
  values: ReadonlyMap<string, Map<number, number>>,
): Map<number, number> | undefined {
  const index = page.findIndex(
    (entry) => entry.target === target && entry.metric === metric && entry.statistic === 'Maximum',
  )
  return values.get(`m${index}`)
}

/** A point ends its hour; CloudWatch names the start. */
function pointsOf(
  { target, metric, statistic }: Series,
  series: ReadonlyMap<number, number> | undefined,
  maximum: ReadonlyMap<number, number> | undefined,
): MetricPoint[] {
  return [...(series ?? [])].map(([startMs, raw]) => {
    const value = statistic === 'Sum' ? raw / hourSeconds : raw
    const max = maximum?.get(startMs)
    return {
      resource_id: target.resourceId,
      metric,
      unit: knownMetrics[metric].unit,
      at: new Date(startMs + hourSeconds * 1000).toISOString(),
      seconds: hourSeconds,
      value,
      ...(max !== undefined && max >= value && { max }),
    }
  })
}

function dimensionsOf({ dimension, target: { resourceId } }: Series): { Name: string; Value: string }[] {
  const [, cluster] = /:service\/([\w-]+)\/[\w-]+$/.exec(resourceId) ?? []
  return [
    ...(dimension === 'ServiceName' && cluster ? [{ Name: 'ClusterName', Value: cluster }] : []),
    { Name: dimension, Value: resourceId.replace(/^.*[/:]/, '') },
  ]
}
