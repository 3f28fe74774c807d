/**
 * The clouds' metric names mapped to Kept's, which have one name and one unit each. Other names stay as they are.
 * `sum`: the cloud counts over a period, Kept per second.
 */
import { type KnownMetric, knownMetrics } from '@kept/domain/metric.ts'
import { isKeyOf } from '@kept/foundation/narrow.ts'

interface Canonical {
  metric: KnownMetric
  factor: number
  unit: string
}

const percent = (metric: KnownMetric, factor = 1): Canonical => ({ metric, factor, unit: 'percent' })
const rate = (metric: KnownMetric, unit: string, factor = 1): Canonical => ({ metric, factor, unit })
const bytes = (metric: KnownMetric, factor = 1) => rate(metric, 'bytes/s', factor)

/** A total over a period becomes a rate when divided by the period's seconds. */
interface Translation extends Canonical {
  /** The cloud's value is a count over the period and not a rate per second. */
  isTotal: boolean
}

const totals: Record<string, Canonical> = {
  // CloudWatch
  NetworkIn: bytes('network_in'),
  NetworkOut: bytes('network_out'),
  DiskReadOps: rate('disk_ops', 'ops/s'),
  VolumeReadOps: rate('disk_ops', 'ops/s'),
  RequestCount: rate('requests', 'req/s'),
  Invocations: rate('requests', 'req/s'),
  IncomingRecords: rate('records', 'records/s'),
  BytesOutToDestination: bytes('network_out'),
  ActiveConnectionCount: rate('connections', 'count'),
  // Azure Monitor
  'Network In Total': bytes('network_in'),
  'Network Out Total': bytes('network_out'),
  Requests: rate('requests', 'req/s'),
  TotalRequests: rate('requests', 'req/s'),
  // Cloud Monitoring
  'compute.googleapis.com/instance/network/received_bytes_count': bytes('network_in'),
  'compute.googleapis.com/instance/network/sent_bytes_count': bytes('network_out'),
  'loadbalancing.googleapis.com/https/request_count': rate('requests', 'req/s'),
  'run.googleapis.com/request_count': rate('requests', 'req/s'),
}

const levels: Record<string, Canonical> = {
  // CloudWatch, agent included
  CPUUtilization: percent('cpu_utilization'),
  mem_used_percent: percent('memory_utilization'),
  MemoryUtilization: percent('memory_utilization'),
  disk_used_percent: percent('disk_utilization'),
  memory_utilization: percent('memory_utilization'),
  GPUUtilization: percent('gpu_utilization'),
  DatabaseConnections: rate('connections', 'count'),
  CurrConnections: rate('connections', 'count'),
  // Azure Monitor
  'Percentage CPU': percent('cpu_utilization'),
  cpu_percent: percent('cpu_utilization'),
  CpuPercentage: percent('cpu_utilization'),
  MemoryPercentage: percent('memory_utilization'),
  storage_percent: percent('disk_utilization'),
  sessions_count: rate('connections', 'count'),
  connection_successful: rate('connections', 'count'),
  connectedclients: rate('connections', 'count'),
  // Cloud Monitoring
  'compute.googleapis.com/instance/cpu/utilization': percent('cpu_utilization', 100),
  'agent.googleapis.com/memory/percent_used': percent('memory_utilization'),
  'cloudsql.googleapis.com/database/cpu/utilization': percent('cpu_utilization', 100),
  'cloudsql.googleapis.com/database/memory/utilization': percent('memory_utilization', 100),
  'cloudsql.googleapis.com/database/disk/utilization': percent('disk_utilization', 100),
  'cloudsql.googleapis.com/database/network/connections': rate('connections', 'count'),
  'kubernetes.io/container/cpu/request_utilization': percent('cpu_utilization', 100),
  'kubernetes.io/container/memory/request_utilization': percent('memory_utilization', 100),
  'kubernetes.io/node/cpu/allocatable_utilization': percent('cpu_utilization', 100),
}

function translate(name: string): Translation | undefined {
  const total = totals[name]
  if (total) return { ...total, isTotal: total.metric !== 'connections' }
  const level = levels[name]
  return level && { ...level, isTotal: false }
}

/** Converts a cloud's value over a period of so many seconds; `summed` means that it is a sum over that period. */
export function canonical(
  name: string,
  unit: string,
  seconds: number,
  summed: boolean,
): { metric: string; unit: string; scale(value: number): number } {
  const translation = translate(name)
  if (!translation) {
    const defaultUnit = isKeyOf(knownMetrics, name) ? knownMetrics[name].unit : ''
    return { metric: nameOf(name), unit: unit || defaultUnit, scale: (value) => value }
  }
  const divisor = translation.isTotal && summed ? seconds : 1
  return {
    metric: translation.metric,
    unit: translation.unit,
    scale: (value) => (value * translation.factor) / divisor,
  }
}

/** Characters a metric name may have; Azure uses spaces. */
function nameOf(name: string): string {
  return name.trim().replaceAll(/[^A-Za-z0-9_:./-]+/g, '_')
}
