/**
 * For tests: metrics that Azure Monitor documents, by the type of a resource. It refuses a request that names any other
 * one: learn.microsoft.com, supported metrics by resource type.
 */
const servers = ['cpu_percent', 'memory_percent', 'storage_percent', 'active_connections', 'network_bytes_egress']

const documented: Readonly<Record<string, readonly string[]>> = {
  'microsoft.compute/virtualmachines': ['Percentage CPU', 'Network In Total', 'Network Out Total', 'Disk Read Bytes'],
  'microsoft.compute/virtualmachinescalesets': ['Percentage CPU', 'Network In Total', 'Network Out Total'],
  'microsoft.compute/disks': [
    'Composite Disk Read Operations/sec',
    'Composite Disk Write Operations/sec',
    'Composite Disk Read Bytes/sec',
    'Composite Disk Write Bytes/sec',
  ],
  'microsoft.sql/servers/databases': ['cpu_percent', 'storage_percent', 'connection_successful', 'connection_failed'],
  'microsoft.dbforpostgresql/flexibleservers': servers,
  'microsoft.dbformysql/flexibleservers': servers,
  'microsoft.web/serverfarms': ['CpuPercentage', 'MemoryPercentage', 'HttpQueueLength'],
  'microsoft.containerservice/managedclusters': ['node_cpu_usage_percentage', 'node_memory_working_set_percentage'],
  'microsoft.cache/redis': ['connectedclients', 'percentProcessorTime', 'usedmemorypercentage', 'serverLoad'],
  'microsoft.synapse/workspaces/sqlpools': ['Connections', 'ActiveQueries', 'QueuedQueries', 'DWUUsedPercent'],
  'microsoft.eventhub/namespaces': ['IncomingMessages', 'OutgoingMessages', 'ActiveConnections'],
  'microsoft.network/applicationgateways': ['TotalRequests', 'FailedRequests', 'CurrentConnections'],
  'microsoft.network/loadbalancers': ['PacketCount', 'ByteCount', 'SYNCount', 'VipAvailability'],
  'microsoft.network/virtualnetworkgateways': [
    'AverageBandwidth',
    'P2SBandwidth',
    'TunnelAverageBandwidth',
    'ExpressRouteGatewayBitsPerSecond',
  ],
  'microsoft.documentdb/databaseaccounts': [
    'NormalizedRUConsumption',
    'AutoscaleMaxThroughput',
    'ProvisionedThroughput',
    'TotalRequestUnits',
  ],
}

/** How Azure refuses the first metric that the type of the resource does not have; undefined when it has all. */
export function metricRefusal(resourceId: string, names: readonly string[]): string | undefined {
  const [provider = '', ...parts] = (resourceId.split('/providers/').at(-1) ?? '').split('/')
  const type = parts.filter((_, index) => index % 2 === 0).join('/')
  const valid = documented[`${provider}/${type}`.toLowerCase()] ?? []
  const existing = new Set(valid.map((name) => name.toLowerCase()))
  const unknown = names.find((name) => !existing.has(name.toLowerCase()))
  return unknown === undefined
    ? undefined
    : `Failed to find metric configuration for provider: ${provider}, resource Type: ${type}, metric: ${unknown}, Valid metrics: ${valid.join(',')}`
}
