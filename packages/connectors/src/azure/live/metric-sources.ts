/** Which metrics of Azure Monitor are read for which type of resource, and what they become. */
import type { KnownMetric } from '@kept/domain/metric.ts'
import type { MetricTarget } from '@kept/domain/sync/port.ts'

export interface MetricSource {
  metric: KnownMetric
  /** As Azure Monitor names them; several are added up. */
  names: readonly string[]
  /** Totals become a rate per second, unless they count. */
  statistic: 'average' | 'rate' | 'count'
  /** Of the unit of Azure Monitor in that of the metric. */
  factor: number
  /** A metric that shows, by any value above zero, that this one says nothing. */
  unless?: string
}

interface TypeSources {
  /** The type of the inventory. */
  type: string
  /** The type inside the resource's ID. */
  pattern: RegExp
  /** Whether this resource has them, where not every one of the type does. */
  applies?(target: MetricTarget): boolean
  sources: readonly MetricSource[]
}

function source(
  metric: KnownMetric,
  statistic: MetricSource['statistic'],
  names: readonly string[],
  factor = 1,
): MetricSource {
  return { metric, statistic, names, factor }
}

const cpu = (name: string) => source('cpu_utilization', 'average', [name])
const memory = (name: string) => source('memory_utilization', 'average', [name])
const storage = (name: string) => source('disk_utilization', 'average', [name])

const flexibleServer = [
  cpu('cpu_percent'),
  memory('memory_percent'),
  storage('storage_percent'),
  source('connections', 'average', ['active_connections']),
]

/** Only types that a rule reads metrics of: others would cost and change nothing. */
const sourcesByType: readonly TypeSources[] = [
  {
    type: 'Instance',
    pattern: /\/microsoft\.compute\/virtualmachines\//i,
    sources: [
      cpu('Percentage CPU'),
      source('network_in', 'rate', ['Network In Total']),
      source('network_out', 'rate', ['Network Out Total']),
    ],
  },
  {
    type: 'Scale set',
    pattern: /\/microsoft\.compute\/virtualmachinescalesets\//i,
    sources: [cpu('Percentage CPU')],
  },
  {
    type: 'Volume',
    pattern: /\/microsoft\.compute\/disks\//i,
    // Only these pay for operations.
    applies: ({ attributes }) => /^(?:UltraSSD|PremiumV2)_/i.test(attributes.volume_type ?? ''),
    sources: [
      source('disk_ops', 'average', ['Composite Disk Read Operations/sec', 'Composite Disk Write Operations/sec']),
    ],
  },
  {
    type: 'Database',
    pattern: /\/microsoft\.sql\/servers\/[^/]+\/databases\//i,
    sources: [
      cpu('cpu_percent'),
      storage('storage_percent'),
      // Connections that were opened in the hour.
      source('connections', 'count', ['connection_successful']),
    ],
  },
  { type: 'Database', pattern: /\/microsoft\.dbfor(?:postgresql|mysql)\/flexibleservers\//i, sources: flexibleServer },
  {
    type: 'App Service plan',
    pattern: /\/microsoft\.web\/serverfarms\//i,
    sources: [cpu('CpuPercentage'), memory('MemoryPercentage')],
  },
  {
    type: 'Kubernetes cluster',
    pattern: /\/microsoft\.containerservice\/managedclusters\//i,
    sources: [cpu('node_cpu_usage_percentage'), memory('node_memory_working_set_percentage')],
  },
  {
    type: 'Cache',
    pattern: /\/microsoft\.cache\/redis\//i,
    sources: [
      source('connections', 'average', ['connectedclients']),
      cpu('percentProcessorTime'),
      memory('usedmemorypercentage'),
    ],
  },
  {
    type: 'Data warehouse',
    pattern: /\/microsoft\.synapse\/workspaces\/[^/]+\/sqlpools\//i,
    // Logins in the hour, and the queries of those who logged in before it: a pool of connections stays open for days.
    sources: [source('connections', 'count', ['Connections', 'ActiveQueries'])],
  },
  {
    type: 'Stream',
    pattern: /\/microsoft\.eventhub\/namespaces\//i,
    sources: [source('records', 'rate', ['IncomingMessages'])],
  },
  {
    type: 'Load balancer',
    pattern: /\/microsoft\.network\/applicationgateways\//i,
    sources: [source('requests', 'rate', ['TotalRequests'])],
  },
  {
    type: 'Load balancer',
    pattern: /\/microsoft\.network\/loadbalancers\//i,
    // The basic ones had no metrics. It counts packets, not requests: whether there are any is what a rule asks.
    applies: ({ attributes }) => attributes.kind === 'standard',
    sources: [source('requests', 'rate', ['PacketCount'])],
  },
  {
    type: 'VPN gateway',
    pattern: /\/microsoft\.network\/virtualnetworkgateways\//i,
    applies: ({ attributes }) => attributes.kind === 'vpn',
    sources: [source('network_out', 'average', ['AverageBandwidth', 'P2SBandwidth'])],
  },
  {
    type: 'VPN gateway',
    pattern: /\/microsoft\.network\/virtualnetworkgateways\//i,
    applies: ({ attributes }) => attributes.kind === 'expressroute',
    sources: [source('network_out', 'average', ['ExpressRouteGatewayBitsPerSecond'], 1 / 8)],
  },
  {
    type: 'Cosmos DB account',
    pattern: /\/microsoft\.documentdb\/databaseaccounts\//i,
    applies: ({ attributes }) => attributes.serverless !== 'true',
    // With autoscale, the bill follows the use.
    sources: [
      {
        ...source('capacity_utilization', 'average', ['NormalizedRUConsumption']),
        unless: 'AutoscaleMaxThroughput',
      },
    ],
  },
]

const types = [...new Set(sourcesByType.map(({ type }) => type))]

/** By the type of the inventory, the metrics that are read. */
export const metricsByType: Readonly<Record<string, readonly KnownMetric[]>> = Object.fromEntries(
  types.map((type) => [
    type,
    sourcesByType.filter((entry) => entry.type === type).flatMap(({ sources }) => sources.map(({ metric }) => metric)),
  ]),
)

export function sourcesOf(target: MetricTarget): readonly MetricSource[] {
  const entry = sourcesByType.find(
    ({ pattern, applies }) => pattern.test(target.resourceId) && (applies?.(target) ?? true),
  )
  return entry?.sources ?? []
}
