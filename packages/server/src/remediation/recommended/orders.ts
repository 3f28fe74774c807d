/** What can be done about a recommendation: from its rule and its resource to an order that a remedy understands. */
import { changeTargetOf } from '@kept/connectors/remediation/change-target.ts'
import { stepsOf } from '@kept/connectors/remediation/remedies.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import type { RemediationKind, RemediationOrder, RemedyStep } from '@kept/domain/remediation.ts'
import { cloudOf } from '@kept/engine/rules/reading/cloud-of.ts'

interface RuleRemedy {
  kind: RemediationKind
  step: RemedyStep
  /** The button's label. */
  label: string
  /** The new type, or the size, as the recommendation names it; undefined where it names none. */
  setting?(recommendation: Pick<Recommendation, 'evidence' | 'resource_id'>): Values | undefined
}

/** What the order sets, and what it is set to now: null for nothing, left out where the recommendation does not say. */
type Values = Pick<RemediationOrder, 'setting' | 'size' | 'container_requests'> & Pick<RecommendedOrder, 'before'>

const releaseAddress: readonly RuleRemedy[] = [
  { kind: 'elastic_ip', step: 'release', label: 'Release the address' },
  { kind: 'public_ip_address', step: 'release', label: 'Release the address' },
  { kind: 'static_address', step: 'release', label: 'Release the address' },
]

const deleteLoadBalancer: readonly RuleRemedy[] = [
  { kind: 'load_balancer', step: 'delete', label: 'Delete the load balancer' },
]

/** The evidence with this label names the new type. */
function changeInstance(label: string): readonly RuleRemedy[] {
  return (
    [
      ['ec2_instance', 'Change the instance type'],
      ['virtual_machine', 'Change the size'],
      ['compute_instance', 'Change the machine type'],
    ] as const
  ).map(([kind, button]) => ({ kind, step: 'resize', label: button, setting: typeAfter(label) }))
}

/** By rule; the least disruptive first. A rule that is not listed has steps for a person. */
const ruleRemedies: Readonly<Record<string, readonly RuleRemedy[]>> = {
  'unattached-volume': [
    { kind: 'ebs_volume', step: 'delete', label: 'Back up and delete the volume' },
    { kind: 'managed_disk', step: 'delete', label: 'Back up and delete the disk' },
    { kind: 'persistent_disk', step: 'delete', label: 'Back up and delete the disk' },
  ],
  'previous-generation-volume': [
    { kind: 'ebs_volume', step: 'resize', label: 'Change to gp3', setting: () => ({ setting: 'gp3' }) },
  ],
  'unassociated-address': releaseAddress,
  'idle-public-address': releaseAddress,
  'unused-image': [{ kind: 'machine_image', step: 'delete', label: 'Deregister with its snapshots' }],
  'load-balancer-without-backends': deleteLoadBalancer,
  'load-balancer-without-requests': deleteLoadBalancer,
  'idle-load-balancer': deleteLoadBalancer,
  'orphaned-snapshot': [{ kind: 'ebs_snapshot', step: 'archive', label: 'Move to the archive' }],
  'idle-instance': [
    { kind: 'ec2_instance', step: 'stop', label: 'Stop the instance' },
    { kind: 'virtual_machine', step: 'stop', label: 'Deallocate the virtual machine' },
    { kind: 'compute_instance', step: 'stop', label: 'Stop the instance' },
  ],
  'rightsize-instance': changeInstance('Change'),
  'previous-generation-instance': changeInstance('Current generation'),
  'function-memory-oversized': [
    { kind: 'lambda_function', step: 'resize', label: 'Reduce the memory', setting: memoryAfter('Change') },
  ],
  'idle-database': [
    { kind: 'rds_instance', step: 'stop', label: 'Stop the database' },
    { kind: 'cloud_sql_instance', step: 'stop', label: 'Stop the database' },
  ],
  'rightsize-database': [
    { kind: 'rds_instance', step: 'resize', label: 'Change the instance class', setting: typeAfter('Change') },
    { kind: 'cloud_sql_instance', step: 'resize', label: 'Change the tier', setting: typeAfter('Change') },
    { kind: 'sql_database', step: 'resize', label: 'Change the size', setting: typeAfter('Change') },
  ],
  // The control plane of other clouds is billed until the cluster is deleted.
  'idle-cluster': [{ kind: 'aks_cluster', step: 'stop', label: 'Stop the cluster' }],
  'idle-node-pool': (['eks_node_group', 'aks_node_pool', 'gke_node_pool'] as const).map((kind) => ({
    ...{ kind, step: 'stop', label: 'Scale to zero' },
  })),
  'idle-container-service': [{ kind: 'ecs_service', step: 'stop', label: 'Scale to zero' }],
  'rightsize-container-service': [
    { kind: 'ecs_service', step: 'resize', label: 'Change the task size', setting: taskSizeAfter },
  ],
  'container-requests-oversized': (['deployment', 'statefulset', 'daemonset'] as const).map((kind) => ({
    ...{ kind, step: 'resize', label: 'Lower the requests', setting: requestsAfter },
  })),
  'idle-warehouse': [{ kind: 'redshift_cluster', step: 'stop', label: 'Pause the data warehouse' }],
  'log-retention-missing': [
    {
      kind: 'log_group',
      step: 'set_retention',
      label: 'Keep events for 90 days',
      setting: () => ({ size: 90, before: null }),
    },
  ],
  'cold-storage': [
    { kind: 's3_bucket', step: 'set_lifecycle', label: 'Move objects to infrequent access after 30 days' },
  ],
  'table-capacity-unused': [{ kind: 'dynamodb_table', step: 'set_on_demand', label: 'Bill by request' }],
}

/** IDs of the rules whose recommendations Kept can carry out. */
export const rulesWithRemedy: ReadonlySet<string> = new Set(Object.keys(ruleRemedies))

/** As clouds write types: m5.large, Standard_D2s_v5, GP_Gen5_4, n2-standard-4, db-custom-2-7680. */
const typeShape =
  /(?:^| to )([a-z0-9-]+(?:\.[a-z0-9-]+)+|(?:Standard|GP|BC|HS)_\w+|[a-z][a-z0-9]*-[a-z0-9]+(?:-[a-z0-9]+)*)$/

/** "m5.large" of "m5.xlarge to m5.large", or of "m5.large". */
function typeAfter(label: string) {
  return ({ evidence }: Pick<Recommendation, 'evidence'>) => {
    const change = evidenceOf(evidence, label)
    const [, setting] = typeShape.exec(change) ?? []
    const [before] = change.split(' to ')
    return setting === undefined ? undefined : { setting, ...(before !== change && { before }) }
  }
}

/** 384 of "1024 MB to 384 MB". */
function memoryAfter(label: string) {
  return ({ evidence }: Pick<Recommendation, 'evidence'>) => {
    const [, before, size] = /(\d+) MB to (\d+) MB$/.exec(evidenceOf(evidence, label)) ?? []
    return size === undefined ? undefined : { size: Number(size), before: Number(before) }
  }
}

/** "1024-2048 to 512-1024": CPU units and MiB. */
function taskSizeAfter({ evidence }: Pick<Recommendation, 'evidence'>): Values | undefined {
  const [before, setting] = evidenceOf(evidence, 'Task size').split(' to ')
  return before && setting ? { setting, before } : undefined
}

/** What each container of that name in the workload is to request, where the recommendation names the workload. */
function requestsAfter({
  evidence,
  resource_id,
}: Pick<Recommendation, 'evidence' | 'resource_id'>): Values | undefined {
  const [, cpu] = evidenceOf(evidence, 'CPU request').split(' to ')
  const [, memory] = evidenceOf(evidence, 'Memory request').split(' to ')
  const container = resource_id.split('/').at(-1)
  return cpu && memory && container ? { container_requests: { container, cpu, memory } } : undefined
}

/** A container is changed through its workload, in the cluster that the recommendation names. */
function subjectOf(recommendation: OrderedRecommendation) {
  const { resource_id, resource_name, sub_account_id, provider } = recommendation
  const own = { provider: shortProviderOf(provider), id: resource_id, name: resource_name, account: sub_account_id }
  if (recommendation.rule !== 'container-requests-oversized') return own
  const [namespace = ''] = resource_id.split('/')
  const [kind = '', name = ''] = evidenceOf(recommendation.evidence, 'Workload').split('/')
  return {
    ...{ provider: 'kubernetes', id: `${namespace}/${kind.toLowerCase()}/${name}`, name },
    // OpenCost writes the namespace there, which names no cluster.
    account: sub_account_id === namespace ? '' : sub_account_id,
  }
}

function evidenceOf(evidence: Recommendation['evidence'], label: string): string {
  return evidence.find((fact) => fact.label === label)?.value ?? ''
}

export interface RecommendedOrder {
  order: RemediationOrder
  label: string
  /** The present value of what the order sets; null for none, undefined where it is unknown. */
  before?: string | number | null
}

/** As remedies name it. Bills write the provider's name in full. */
function shortProviderOf(provider: string): string {
  const cloud = cloudOf(provider)
  return cloud === 'any' ? provider : cloud
}

type OrderedRecommendation = Pick<
  Recommendation,
  'rule' | 'provider' | 'resource_id' | 'resource_name' | 'region' | 'sub_account_id' | 'evidence'
>

export function ordersFor(recommendation: OrderedRecommendation, tags: Record<string, string>): RecommendedOrder[] {
  const { provider, ...subject } = subjectOf(recommendation)
  const target = changeTargetOf(provider, { ...subject, region: recommendation.region, tags })
  if (!target) return []
  return (ruleRemedies[recommendation.rule] ?? []).flatMap(({ kind, step, label, setting }) => {
    if (kind !== target.kind || !stepsOf(kind).includes(step)) return []
    const values = setting ? setting(recommendation) : {}
    if (!values) return []
    const { before, ...expected } = values
    return [{ label, order: { target, step, ...expected }, ...(before !== undefined && { before }) }]
  })
}
