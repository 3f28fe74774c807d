/** For tests: Cloud Monitoring, with the metrics that are documented, of whatever a test has measured. */
import type { SmallAnswer } from '@kept/domain/sync/testing/small-cloud.ts'

/** What each hour of a metric is, and its highest value; undefined where there is no series. */
export type MeasuredHours = (metric: string, name: string) => { value: number; max: number } | undefined

/** cloud.google.com/monitoring/api: metrics of Google Cloud, of GKE and of the Ops Agent. */
const documentedMetrics = new Set([
  ...['cpu/utilization', 'network/received_bytes_count', 'network/sent_bytes_count'].map(
    (name) => `compute.googleapis.com/instance/${name}`,
  ),
  ...['memory/percent_used', 'gpu/utilization', 'gpu/memory/bytes_used'].map((name) => `agent.googleapis.com/${name}`),
  ...[
    'cpu/utilization',
    'memory/utilization',
    'disk/utilization',
    'network/connections',
    'postgresql/num_backends',
  ].map((name) => `cloudsql.googleapis.com/database/${name}`),
  ...['clients/connected', 'stats/memory/usage_ratio'].map((name) => `redis.googleapis.com/${name}`),
  ...['request_count', 'external/regional/request_count', 'internal/request_count'].map(
    (name) => `loadbalancing.googleapis.com/https/${name}`,
  ),
  ...['sent_bytes_count', 'received_bytes_count'].map((name) => `vpn.googleapis.com/network/${name}`),
  ...['prediction_count', 'response_count', 'private/response_count'].map(
    (name) => `aiplatform.googleapis.com/prediction/online/${name}`,
  ),
  'kubernetes.io/node/cpu/allocatable_utilization',
  'cloudfunctions.googleapis.com/function/user_memory_bytes',
])

/** The hours that were asked for, of each name that has a series. */
export function answerMonitoring(measured: MeasuredHours, url: URL): SmallAnswer {
  const filter = url.searchParams.get('filter') ?? ''
  const [, metric = ''] = /metric\.type = "([^"]+)"/.exec(filter) ?? []
  const [, holder = '', label = '', names = ''] =
    /(resource|metric)\.labels\.(\w+) = one_of\(([^)]*)\)/.exec(filter) ?? []
  if (!documentedMetrics.has(metric))
    return {
      status: 404,
      body: {
        error: { code: 404, status: 'NOT_FOUND', message: `Cannot find metric(s) that match type = "${metric}".` },
      },
    }
  const time = (name: string) => Date.parse(url.searchParams.get(`interval.${name}`) ?? '')
  const hours = (time('endTime') - time('startTime')) / 3_600_000
  const isMaximum = /MAX|99/.test(url.searchParams.get('aggregation.perSeriesAligner') ?? '')
  const timeSeries = names.split(',').flatMap((quoted) => {
    const name = quoted.replaceAll('"', '')
    const hour = measured(metric, name)
    if (!hour) return []
    const points = Array.from({ length: hours }, (_, index) => ({
      interval: { endTime: new Date(time('endTime') - index * 3_600_000).toISOString() },
      value: { doubleValue: isMaximum ? hour.max : hour.value },
    }))
    return [{ [holder]: { labels: { [label]: name } }, points }]
  })
  return { body: { timeSeries } }
}
