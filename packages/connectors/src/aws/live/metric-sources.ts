/** Which metrics of CloudWatch are read for which type of resource, and what they become. */
import type { KnownMetric } from '@kept/domain/metric.ts'
import type { MetricTarget } from '@kept/domain/sync/port.ts'

const hourSeconds = 3600
const bytesPerGb = 1_073_741_824

export interface CloudWatchSeries {
  namespace: string
  name: string
  statistic: 'Average' | 'Maximum' | 'Minimum' | 'Sum'
  dimensions: Readonly<Record<string, string>>
  /** Shorter than an hour where the highest part of an hour decides. */
  periodSeconds?: number
}

/** Of one series: the hour as a whole, and the highest of the periods inside it. */
export interface HourOfSeries {
  value: number
  highest: number
}

/** What one hour of a metric is; a missing maximum is unknown. */
interface HourOfMetric {
  value: number
  max?: number | undefined
}

export interface MetricSource {
  metric: KnownMetric
  /** Each is charged. None: this resource does not have the metric. */
  series(target: MetricTarget): readonly CloudWatchSeries[]
  /** From the values of one hour, in the order of the series; undefined is a gap. */
  toHour(
    values: readonly (number | undefined)[],
    target: MetricTarget,
    highest: readonly (number | undefined)[],
  ): HourOfMetric | undefined
  /** CloudWatch reports nothing while there is nothing: an hour without a value is an hour of zero. */
  isZeroWhenSilent?: true
  /** Since when silence is zero; without it, since the creation. */
  silentSinceMs?(target: MetricTarget): number | undefined
  /** Whether something happened in an hour that the metric does not count. Then none of its zeros says anything. */
  isUncounted?(values: readonly (number | undefined)[]): boolean
}

type Dimensions = (target: MetricTarget) => Readonly<Record<string, string>>

/** The last part of an ARN is the name that metrics have. */
function lastPartOf({ resourceId }: MetricTarget): string {
  return resourceId.replace(/^.*[/:]/, '')
}

function named(dimension: string): Dimensions {
  return (target) => ({ [dimension]: lastPartOf(target) })
}

/** The mean of an hour and its highest value. */
function gauge(metric: KnownMetric, namespace: string, name: string, dimensions: Dimensions): MetricSource {
  return {
    metric,
    series: (target) =>
      (['Average', 'Maximum'] as const).map((statistic) => ({
        ...{ namespace, name, statistic },
        dimensions: dimensions(target),
      })),
    toHour: ([value, max]) => (value === undefined ? undefined : { value, max }),
  }
}

/** Counts of an hour as a rate per second, added up over all series. */
function rate(
  metric: KnownMetric,
  series: (target: MetricTarget) => readonly Omit<CloudWatchSeries, 'statistic'>[],
  isZeroWhenSilent?: true,
): MetricSource {
  return {
    metric,
    series: (target) => series(target).map((entry) => ({ ...entry, statistic: 'Sum' })),
    toHour: (values) =>
      values.every((value) => value === undefined)
        ? undefined
        : { value: values.reduce<number>((total, value) => total + (value ?? 0), 0) / hourSeconds },
    ...(isZeroWhenSilent && { isZeroWhenSilent }),
  }
}

function counted(namespace: string, name: string, dimensions: Dimensions) {
  return (target: MetricTarget) => [{ namespace, name, dimensions: dimensions(target) }]
}

/** "app/shop/50dc6c495c0c9188", as CloudWatch names a load balancer; a classic one has a name only. */
const balancerPath = /:loadbalancer\/((?:app|net|gwy)\/[^/]+\/[^/]+)$/
/** What counts their requests or flows, and what shows that they are in use without either. */
type BalancerSeries = readonly [namespace: string, counted: string, ...others: string[]]
const classicSeries: BalancerSeries = ['AWS/ELB', 'RequestCount', 'EstimatedProcessedBytes']
const balancerSeries: Readonly<Record<string, BalancerSeries>> = {
  // It counts only what reaches a target: no redirect, and a WebSocket once.
  app: ['AWS/ApplicationELB', 'RequestCount', 'ProcessedBytes'],
  // They forward flows, which may have begun days ago.
  net: ['AWS/NetworkELB', 'NewFlowCount', 'ProcessedBytes', 'ActiveFlowCount'],
  gwy: ['AWS/GatewayELB', 'NewFlowCount', 'ProcessedBytes', 'ActiveFlowCount'],
}

const requestsOfBalancer: MetricSource = {
  metric: 'requests',
  isZeroWhenSilent: true,
  series(target) {
    // One without targets is listed as unused by that; its metrics would only be paid for. One that redirects is not.
    if (target.attributes.backends === '0' && target.attributes.answers_itself !== 'true') return []
    const [, path] = balancerPath.exec(target.resourceId) ?? []
    const [namespace, ...names] = balancerSeries[path?.slice(0, 3) ?? ''] ?? classicSeries
    const dimensions: Record<string, string> = path ? { LoadBalancer: path } : { LoadBalancerName: lastPartOf(target) }
    return names.map((name) => ({
      ...{ namespace, name, dimensions },
      statistic: name === 'ActiveFlowCount' ? ('Maximum' as const) : ('Sum' as const),
    }))
  },
  toHour: ([count]) => (count === undefined ? undefined : { value: count / hourSeconds }),
  isUncounted: ([count = 0, ...others]) => count === 0 && others.some((other = 0) => other > 0),
}

function variantsOf({ attributes }: MetricTarget): string[] {
  return (attributes.variants ?? '').split(', ').filter(Boolean)
}

const requestsOfEndpoint: MetricSource = {
  ...rate(
    'requests',
    (target) =>
      variantsOf(target).map((variant) => ({
        ...{ namespace: 'AWS/SageMaker', name: 'Invocations' },
        dimensions: { EndpointName: lastPartOf(target), VariantName: variant },
      })),
    true,
  ),
  // Before it was changed, it may have had other variants, which were not asked for.
  silentSinceMs({ attributes: { modified_at } }) {
    const changedMs = Date.parse(modified_at ?? '')
    return Number.isNaN(changedMs) ? undefined : changedMs
  },
}

/** Reads and writes a second; the highest minute where AWS reports one. */
function diskOperations(
  dimensions: Dimensions,
  names: readonly [string, string],
  { namespace, isRate, isReserved }: { namespace: string; isRate: boolean; isReserved(target: MetricTarget): boolean },
): MetricSource {
  const [mean, most] = isRate ? [1, 1] : [hourSeconds, 60]
  const statistics = [isRate ? 'Average' : 'Sum', 'Maximum'] as const
  return {
    metric: 'disk_ops',
    // Only those that pay for operations: the others have no rule, and each series is charged.
    series: (target) =>
      isReserved(target)
        ? statistics.flatMap((statistic) =>
            names.map((name) => ({ namespace, name, statistic, dimensions: dimensions(target) })),
          )
        : [],
    toHour([read, write, highestRead, highestWrite]) {
      if (read === undefined || write === undefined) return undefined
      const highest =
        highestRead === undefined || highestWrite === undefined ? undefined : (highestRead + highestWrite) / most
      return { value: (read + write) / mean, max: highest }
    },
  }
}

/** gp3 includes 3,000. */
function paysForOperations({ attributes: { volume_type, storage_type, iops } }: MetricTarget): boolean {
  const type = volume_type ?? storage_type ?? ''
  return /^io[12]$/.test(type) || (type === 'gp3' && Number(iops ?? 0) > 3000)
}

const storageOfDatabase: MetricSource = {
  metric: 'disk_utilization',
  // Aurora grows by itself, and says of what size it is only on the bill.
  series: (target) =>
    Number(target.attributes.size_gb ?? 0) > 0 && !target.attributes.engine?.startsWith('aurora')
      ? (['Average', 'Minimum'] as const).map((statistic) => ({
          ...{ namespace: 'AWS/RDS', name: 'FreeStorageSpace', statistic },
          dimensions: named('DBInstanceIdentifier')(target),
        }))
      : [],
  toHour([free, leastFree], { attributes }) {
    const bytes = Number(attributes.size_gb) * bytesPerGb
    const used = (left: number) => Math.min(100, Math.max(0, (1 - left / bytes) * 100))
    return free === undefined
      ? undefined
      : { value: used(free), max: leastFree === undefined ? undefined : used(leastFree) }
  },
}

/** Of a table and of its indexes, each with capacity of its own: reads and writes, as the table's attributes name them. */
function capacitiesOf({ attributes }: MetricTarget): { index?: string; read: number; write: number }[] {
  if (attributes.billing_mode !== 'PROVISIONED') return []
  const table = { read: Number(attributes.read_capacity ?? 0), write: Number(attributes.write_capacity ?? 0) }
  const indexes = [...(attributes.index_capacity ?? '').matchAll(/([^ ,]+) (\d+)\/(\d+)/g)]
  return [table, ...indexes.map(([, index = '', read, write]) => ({ index, read: Number(read), write: Number(write) }))]
}

/** What a table does not use is kept for so long, for bursts: the busiest of such periods is what it needs. */
const burstSeconds = 300

/** The share of what is provisioned, of the busiest of reads and writes; indexes are billed with their table. */
const capacityOfTable: MetricSource = {
  metric: 'capacity_utilization',
  isZeroWhenSilent: true,
  series: (target) =>
    capacitiesOf(target).flatMap(({ index }) =>
      (['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'] as const).map((name) => ({
        ...{ namespace: 'AWS/DynamoDB', name, statistic: 'Sum' as const, periodSeconds: burstSeconds },
        dimensions: {
          ...named('TableName')(target),
          ...(index !== undefined && { GlobalSecondaryIndexName: index }),
        },
      })),
    ),
  toHour(values, target, highest) {
    const provisioned = capacitiesOf(target).flatMap(({ read, write }) => [read, write])
    const most = (sums: readonly (number | undefined)[], seconds: number) => {
      const shares = provisioned.flatMap((units, position) => {
        const consumed = sums[position]
        return units > 0 && consumed !== undefined ? [(consumed / seconds / units) * 100] : []
      })
      return shares.length === 0 ? undefined : Math.max(...shares)
    }
    const value = most(values, hourSeconds)
    return value === undefined ? undefined : { value, max: most(highest, burstSeconds) }
  },
}

/** A function has it when its owner added the layer of Lambda Insights. */
const memoryOfFunction: MetricSource = (() => {
  const source = gauge('memory_utilization', 'LambdaInsights', 'memory_utilization', named('function_name'))
  return { ...source, series: (target) => (target.attributes.insights === 'true' ? source.series(target) : []) }
})()

function ofService(target: MetricTarget): Readonly<Record<string, string>> {
  const [, cluster] = /:service\/([\w-]+)\/[\w-]+$/.exec(target.resourceId) ?? []
  return { ...(cluster !== undefined && { ClusterName: cluster }), ServiceName: lastPartOf(target) }
}

const instance = named('InstanceId')
const database = named('DBInstanceIdentifier')
const cache = named('CacheClusterId')

export const sourcesByType: Readonly<Record<string, readonly MetricSource[]>> = {
  Instance: [
    gauge('cpu_utilization', 'AWS/EC2', 'CPUUtilization', instance),
    rate('network_in', counted('AWS/EC2', 'NetworkIn', instance)),
    rate('network_out', counted('AWS/EC2', 'NetworkOut', instance)),
  ],
  Volume: [
    diskOperations(named('VolumeId'), ['VolumeReadOps', 'VolumeWriteOps'], {
      ...{ namespace: 'AWS/EBS', isRate: false, isReserved: paysForOperations },
    }),
  ],
  Database: [
    gauge('cpu_utilization', 'AWS/RDS', 'CPUUtilization', database),
    gauge('connections', 'AWS/RDS', 'DatabaseConnections', database),
    storageOfDatabase,
    diskOperations(database, ['ReadIOPS', 'WriteIOPS'], {
      ...{ namespace: 'AWS/RDS', isRate: true, isReserved: paysForOperations },
    }),
  ],
  'NAT gateway': [rate('network_out', counted('AWS/NATGateway', 'BytesOutToDestination', named('NatGatewayId')))],
  'Load balancer': [requestsOfBalancer],
  'VPN connection': [rate('network_out', counted('AWS/VPN', 'TunnelDataOut', named('VpnId')))],
  'Container service': [
    gauge('cpu_utilization', 'AWS/ECS', 'CPUUtilization', ofService),
    gauge('memory_utilization', 'AWS/ECS', 'MemoryUtilization', ofService),
  ],
  // A cluster has it when its owner turned on Container Insights.
  'Kubernetes cluster': [gauge('cpu_utilization', 'ContainerInsights', 'node_cpu_utilization', named('ClusterName'))],
  Function: [rate('requests', counted('AWS/Lambda', 'Invocations', named('FunctionName'))), memoryOfFunction],
  Table: [capacityOfTable],
  Cache: [
    gauge('connections', 'AWS/ElastiCache', 'CurrConnections', cache),
    gauge('cpu_utilization', 'AWS/ElastiCache', 'CPUUtilization', cache),
    gauge('memory_utilization', 'AWS/ElastiCache', 'DatabaseMemoryUsagePercentage', cache),
  ],
  'Data warehouse': [gauge('connections', 'AWS/Redshift', 'DatabaseConnections', named('ClusterIdentifier'))],
  Stream: [rate('records', counted('AWS/Kinesis', 'IncomingRecords', named('StreamName')), true)],
  'Model endpoint': [requestsOfEndpoint],
}
