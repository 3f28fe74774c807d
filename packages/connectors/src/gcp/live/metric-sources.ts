/** Which metrics of Cloud Monitoring are read for which type of resource, and what they become. */
import type { KnownMetric } from '@kept/domain/metric.ts'
import type { MetricTarget } from '@kept/domain/sync/port.ts'

export interface MetricSource {
  metric: KnownMetric
  type: string
  /** Other types that count the same where this one does not: the highest of an hour is taken. */
  alternatives?: readonly string[]
  aligner: 'ALIGN_MEAN' | 'ALIGN_RATE' | 'ALIGN_PERCENTILE_50'
  /** How the highest value of an hour is asked for; undefined where there is none. */
  maximum: 'ALIGN_MAX' | 'ALIGN_PERCENTILE_99' | undefined
  /** The label that names the resource, and its value for one. */
  label: `resource.labels.${string}` | `metric.labels.${string}`
  valueOf(target: MetricTarget): string
  /** Of the unit of Cloud Monitoring in that of the metric. */
  factorOf(target: MetricTarget): number
  /** Of series that differ in another label, which. */
  where?: string
  /** How such series become one where a mean of the means would hide the busiest, or leave out the others. */
  reducer?: 'REDUCE_MAX' | 'REDUCE_SUM'
  /** Whether this resource has it, where not every one of the type does. */
  applies?(target: MetricTarget): boolean
  /** Cloud Monitoring has no series while there is nothing: an hour without a value is an hour of zero. */
  isZeroWhenSilent?(target: MetricTarget): boolean
}

interface Naming {
  label: MetricSource['label']
  valueOf(target: MetricTarget): string
}

function mean(metric: KnownMetric, type: string, factor: number, naming: Naming): MetricSource {
  return { metric, type, aligner: 'ALIGN_MEAN', maximum: 'ALIGN_MAX', factorOf: () => factor, ...naming }
}

function rate(metric: KnownMetric, type: string, naming: Naming): MetricSource {
  return { metric, type, aligner: 'ALIGN_RATE', maximum: undefined, factorOf: () => 1, ...naming }
}

const lastPart = ({ resourceId }: MetricTarget) => resourceId.replace(/^.*\//, '')
const nameOf = ({ name }: MetricTarget) => name

const instance: Naming = { label: 'resource.labels.instance_id', valueOf: lastPart }
const database: Naming = {
  label: 'resource.labels.database_id',
  // "//cloudsql.googleapis.com/projects/shop/instances/main" is "shop:main".
  valueOf: ({ resourceId }) => resourceId.replace(/^.*\/projects\/([^/]+)\/instances\/([^/]+)$/, '$1:$2'),
}
/** By the whole path: "projects/shop/locations/europe-west1/instances/main". */
const cache: Naming = {
  label: 'resource.labels.instance_id',
  valueOf: ({ resourceId }) => resourceId.replace(/^\/\/redis\.googleapis\.com\//, ''),
}
const balancer: Naming = { label: 'resource.labels.forwarding_rule_name', valueOf: nameOf }

/** HTTP load balancers count their requests by where they are; what passes packets through counts none. */
function requestsOf(type: string, isOf: (attributes: MetricTarget['attributes']) => boolean): MetricSource {
  return {
    ...rate('requests', `loadbalancing.googleapis.com/https/${type}`, balancer),
    applies: ({ attributes }) => /^https?$/.test(attributes.proxy ?? '') && isOf(attributes),
    isZeroWhenSilent: () => true,
  }
}

const isInternal = ({ scheme }: MetricTarget['attributes']) => scheme === 'internal'
const isGlobal = ({ scope }: MetricTarget['attributes']) => scope === 'global'

const isPostgres = ({ attributes }: MetricTarget) => /^postgres/i.test(attributes.engine_version ?? '')

const bytesPerMb = 1_048_576

export const sourcesByType: Readonly<Record<string, readonly MetricSource[]>> = {
  Instance: [
    mean('cpu_utilization', 'compute.googleapis.com/instance/cpu/utilization', 100, instance),
    rate('network_in', 'compute.googleapis.com/instance/network/received_bytes_count', instance),
    rate('network_out', 'compute.googleapis.com/instance/network/sent_bytes_count', instance),
    // Of instances with the Ops Agent; the others have no series, and cost nothing.
    {
      ...mean('memory_utilization', 'agent.googleapis.com/memory/percent_used', 1, instance),
      where: 'metric.labels.state = "used"',
    },
    {
      ...mean('gpu_utilization', 'agent.googleapis.com/gpu/utilization', 1, instance),
      applies: ({ size }) => /^(?:a\d|g\d)-/.test(size),
      // One GPU that works among eight that rest is work.
      reducer: 'REDUCE_MAX',
    },
  ],
  Database: [
    mean('cpu_utilization', 'cloudsql.googleapis.com/database/cpu/utilization', 100, database),
    mean('memory_utilization', 'cloudsql.googleapis.com/database/memory/utilization', 100, database),
    mean('disk_utilization', 'cloudsql.googleapis.com/database/disk/utilization', 100, database),
    {
      ...mean('connections', 'cloudsql.googleapis.com/database/network/connections', 1, database),
      applies: (target) => !isPostgres(target),
    },
    // By database. The agent of Google stays connected to one of its own.
    {
      ...mean('connections', 'cloudsql.googleapis.com/database/postgresql/num_backends', 1, database),
      applies: isPostgres,
      where: 'metric.labels.database != "cloudsqladmin"',
      reducer: 'REDUCE_SUM',
    },
  ],
  Cache: [mean('connections', 'redis.googleapis.com/clients/connected', 1, cache)],
  'Load balancer': [
    requestsOf('request_count', (attributes) => !isInternal(attributes) && isGlobal(attributes)),
    requestsOf('external/regional/request_count', (attributes) => !isInternal(attributes) && !isGlobal(attributes)),
    requestsOf('internal/request_count', isInternal),
  ],
  'VPN tunnel': [
    rate('network_out', 'vpn.googleapis.com/network/sent_bytes_count', {
      label: 'metric.labels.tunnel_name',
      valueOf: nameOf,
    }),
  ],
  'Model endpoint': [
    {
      ...rate('requests', 'aiplatform.googleapis.com/prediction/online/prediction_count', {
        label: 'resource.labels.endpoint_id',
        valueOf: lastPart,
      }),
      // Predictions are counted of some models only; responses of public endpoints, and of private ones.
      alternatives: ['response_count', 'private/response_count'].map(
        (name) => `aiplatform.googleapis.com/prediction/online/${name}`,
      ),
      // What reaches an endpoint through a network is not always counted.
      isZeroWhenSilent: ({ attributes }) => attributes.private === 'false',
    },
  ],
  'Kubernetes cluster': [
    mean('cpu_utilization', 'kubernetes.io/node/cpu/allocatable_utilization', 100, {
      label: 'resource.labels.cluster_name',
      valueOf: lastPart,
    }),
  ],
  // Bytes of each run, of which Cloud Monitoring knows the distribution.
  Function: [
    {
      metric: 'memory_utilization',
      type: 'cloudfunctions.googleapis.com/function/user_memory_bytes',
      aligner: 'ALIGN_PERCENTILE_50',
      maximum: 'ALIGN_PERCENTILE_99',
      label: 'resource.labels.function_name',
      valueOf: lastPart,
      applies: ({ attributes }) => Number(attributes.memory_mb ?? 0) > 0,
      factorOf: ({ attributes }) => 100 / (Number(attributes.memory_mb) * bytesPerMb),
    },
  ],
}

/** Only types that a rule reads metrics of: others would cost and change nothing. */
export const metricTypes = Object.keys(sourcesByType)
