/** Azure Monitor metrics of the resources that an inventory listed: one request for each resource, by the hour. */
import { type KnownMetric, knownMetrics, type MetricPoint } from '@kept/domain/metric.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { METRIC_HISTORY_DAYS } from '@kept/domain/sync/metric-history.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { LivePort } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { requireActions } from './grants.ts'
import type { AzureSession } from './session.ts'

const action = 'Microsoft.Insights/metrics/read'
const resourcesPerPage = 10
const hourSeconds = 3600
/** $0.01 for 1,000 requests, without the free ones: azure.microsoft.com/pricing/details/monitor. */
const nanosPerRequest = 10_000

interface MetricSource {
  metric: KnownMetric
  /** As Azure Monitor names it. */
  name: string
  /** Totals become a rate per second, unless they count. */
  statistic: 'average' | 'rate' | 'count'
}

const cpu = (name: string): MetricSource => ({ metric: 'cpu_utilization', name, statistic: 'average' })
const memory = (name: string): MetricSource => ({ metric: 'memory_utilization', name, statistic: 'average' })
const storage = (name: string): MetricSource => ({ metric: 'disk_utilization', name, statistic: 'average' })

const flexibleServer = [
  cpu('cpu_percent'),
  memory('memory_percent'),
  storage('storage_percent'),
  { metric: 'connections', name: 'active_connections', statistic: 'average' },
] as const satisfies readonly MetricSource[]

/** By the type inside the resource's ID. */
const sourcesByType: readonly [RegExp, readonly MetricSource[]][] = [
  [
    /\/microsoft\.compute\/virtualmachines\//i,
    [
      cpu('Percentage CPU'),
      { metric: 'network_in', name: 'Network In Total', statistic: 'rate' },
      { metric: 'network_out', name: 'Network Out Total', statistic: 'rate' },
    ],
  ],
  [/\/microsoft\.compute\/virtualmachinescalesets\//i, [cpu('Percentage CPU')]],
  [
    /\/microsoft\.sql\/servers\/[^/]+\/databases\//i,
    [
      cpu('cpu_percent'),
      storage('storage_percent'),
      // Connections that were opened in the hour.
      { metric: 'connections', name: 'connection_successful', statistic: 'count' },
    ],
  ],
  [/\/microsoft\.dbfor(?:postgresql|mysql)\/flexibleservers\//i, flexibleServer],
  [/\/microsoft\.web\/serverfarms\//i, [cpu('CpuPercentage'), memory('MemoryPercentage')]],
  [
    /\/microsoft\.containerservice\/managedclusters\//i,
    [cpu('node_cpu_usage_percentage'), memory('node_memory_working_set_percentage')],
  ],
]

/** Only types that a rule reads metrics of: others would cost and change nothing. */
export const metricTypes = ['Instance', 'Scale set', 'Database', 'App Service plan', 'Kubernetes cluster']

function sourcesOf(resourceId: string): readonly MetricSource[] {
  return sourcesByType.find(([pattern]) => pattern.test(resourceId))?.[1] ?? []
}

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
  permissions: [{ action, reason: 'Reads CPU, memory, network and connections.' }],
  async readPage(session, { accountId }, { cursor, targets, nowMs }) {
    const start = Number(cursor ?? 0)
    if (!Number.isSafeInteger(start) || start < 0)
      throw new SyncFailure('unexpected', `The position "${cursor}" in the metrics does not exist.`)
    if (cursor === null) await requireActions(session, accountId, [action])
    const points: MetricPoint[] = []
    for (const { resourceId } of targets.slice(start, start + resourcesPerPage))
      points.push(...(await readResource(session, resourceId, nowMs)))
    const next = start + resourcesPerPage
    return { items: [], points, next: next < targets.length ? String(next) : null }
  },
}

async function readResource(session: AzureSession, resourceId: string, nowMs: number): Promise<MetricPoint[]> {
  const sources = sourcesOf(resourceId)
  if (sources.length === 0) return []
  const endMs = Math.floor(nowMs / (hourSeconds * 1000)) * hourSeconds * 1000
  const startMs = endMs - METRIC_HISTORY_DAYS * 24 * hourSeconds * 1000
  const query = new URLSearchParams({
    'api-version': '2023-10-01',
    timespan: `${new Date(startMs).toISOString()}/${new Date(endMs).toISOString()}`,
    interval: 'PT1H',
    metricnames: sources.map(({ name }) => name).join(','),
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
  return sources.flatMap(({ metric, name, statistic }) => {
    const series = answer.value.find((entry) => entry.name.value.toLowerCase() === name.toLowerCase())
    return (series?.timeseries ?? []).flatMap(({ data }) =>
      (data ?? []).flatMap(({ timeStamp, average, maximum, total }): MetricPoint[] => {
        const raw = statistic === 'average' ? average : total
        const startMs = Date.parse(timeStamp)
        if (raw === null || raw === undefined || Number.isNaN(startMs)) return []
        const value = statistic === 'rate' ? raw / hourSeconds : raw
        const max = statistic === 'average' && typeof maximum === 'number' && maximum >= value ? maximum : undefined
        return [
          {
            resource_id: resourceId,
            metric,
            unit: knownMetrics[metric].unit,
            at: new Date(startMs + hourSeconds * 1000).toISOString(),
            seconds: hourSeconds,
            value,
            ...(max !== undefined && { max }),
          },
        ]
      }),
    )
  })
}
