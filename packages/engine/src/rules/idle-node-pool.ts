import { isZero } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule, type EvaluationContext } from './define-rule.ts'
import { fullCost } from './reading/calculation.ts'
import { formatLoad, loadEvidence } from './reading/format-load.ts'
import { count, nameOf } from './reading/labels.ts'
import { type MeasuredPool, measuredPools } from './reading/node-pools.ts'
import { metricPermissions } from './reading/permissions.ts'
import { onDemandCost } from './reading/usage-by-resource.ts'

const thresholds = {
  cpu: {
    label: 'CPU of each node, 99th percentile',
    value: 2,
    unit: '% or less',
    source: 'Kept: the services of an empty cluster use 1% to 2% of two small nodes',
  },
  days: { label: 'Days measured', value: 14, unit: 'days', source: 'AWS Compute Optimizer: 14 days' },
} as const

/** Node pools of clusters on whose nodes nothing runs. */
export const idleNodePool = defineRule({
  id: 'idle-node-pool',
  title: 'Idle node pool',
  description:
    'The nodes of a pool bill by the hour, with or without pods. Only the cluster’s own services run on each node of this one. Scaled to zero, the pool stays as it is and costs nothing.',
  noun: { singular: 'node pool', plural: 'node pools' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['resource_usage', 'resource_metric', 'inventory'],
  // The nodes are instances, and scale sets on Azure.
  reads: { types: ['Node pool', 'Instance', 'Scale set'], metrics: ['cpu_utilization'], attributes: [] },
  thresholds,
  effort: 'medium',
  risk: 'medium',
  reversible: true,
  permissions: [
    ...metricPermissions,
    'eks:DescribeNodegroup',
    'Microsoft.ContainerService/managedClusters/read',
    'cloudasset.assets.listResource',
  ],
  evaluate(facts, context) {
    const { pools, ...counts } = measuredPools(facts, thresholds.days.value, context)
    const idle = pools.filter(({ loads }) => loads.every(({ p99 }) => p99 <= thresholds.cpu.value))
    return { candidates: idle.map((pool) => candidateOf(pool, context)), ...counts }
  },
})

function candidateOf({ usage, members, loads }: MeasuredPool, { monthly }: EvaluationContext): Candidate {
  const { location, effective, rows } = usage
  const saved = onDemandCost(rows)
  const busiest = loads.reduce((a, b) => (b.p99 > a.p99 ? b : a))
  return {
    ...{ location, members, cost: effective, confidence: 0.7 },
    part: 'machine',
    summary: `${nameOf(location)} is idle: CPU of its busiest node stayed within ${formatLoad(busiest.p99, 'cpu_utilization')} for 99% of the time in ${busiest.days} days. Its nodes cost ${monthly(effective, location.currency)}.`,
    saving: isZero(saved) ? null : fullCost('On-demand cost of its nodes', saved, location.currency),
    evidence: [
      { label: 'Measured', value: count(loads.length, { singular: 'machine', plural: 'machines' }) },
      ...loadEvidence(busiest, 'cpu_utilization'),
    ],
    steps: [
      'List the pods on its nodes outside kube-system: kubectl get pods -A -o wide.',
      'Check that what waits for its labels, taints or hardware can run elsewhere, or is no longer needed.',
      'Scale it to zero. If no one needs it within a month, delete it.',
    ],
  }
}
