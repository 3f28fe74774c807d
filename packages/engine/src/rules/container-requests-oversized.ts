import { shareOfCost } from './reading/calculation.ts'
import { defineMeasuredRule } from './reading/define-measured-rule.ts'
import { loadEvidence } from './reading/format-load.ts'
import { nameOf, percent } from './reading/labels.ts'
import { type WorkloadRequests, workloadRequestsOf } from './reading/workload-requests.ts'

const thresholds = {
  used: {
    label: 'CPU and memory used, share of requests, 99th percentile',
    value: 50,
    unit: '% or less, both',
    source: 'Kept: under half, peaks included',
  },
  headroom: {
    label: 'Headroom above the peak',
    value: 20,
    unit: '%',
    source: 'Kubernetes Vertical Pod Autoscaler: 15% safety margin, rounded up',
  },
  days: { label: 'Days measured', value: 14, unit: 'days', source: 'Kept: covers each weekday twice' },
} as const

/** Containers that reserve more of their nodes than they use. */
export const containerRequestsOversized = defineMeasuredRule({
  id: 'container-requests-oversized',
  title: 'Oversized container requests',
  description:
    'Nodes reserve what a container requests, used or not, and the cluster scales up to fit it. This container uses less than half of its requests, even at peak.',
  noun: { singular: 'container', plural: 'containers' },
  providers: ['any'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: ['Container usage and request metrics from the cluster’s Prometheus'],
  types: ['Container'],
  attributes: ['cpu_request', 'memory_request', 'controller'],
  matches: (row) => /^container$/i.test(row.resource_type),
  metrics: ['cpu_utilization', 'memory_utilization'],
  missing: 'CPU and memory metrics',
  prepare: ({ inventory = [], resource_metric }) =>
    workloadRequestsOf(inventory, resource_metric, thresholds.headroom.value),
  evaluateResource(
    { location, effective },
    { cpu_utilization: cpu, memory_utilization: memory },
    { monthly, prepared: requestsOf },
  ) {
    const needed = Math.max(cpu.p99, cpu.month_end_p95 ?? 0, memory.p99, memory.month_end_p95 ?? 0)
    if (needed > thresholds.used.value) return undefined
    const neededShare = (needed / 100) * (1 + thresholds.headroom.value / 100)
    return {
      location,
      summary: `${nameOf(location)} uses at most ${needed.toFixed(0)}% of its requests and costs ${monthly(effective, location.currency)}. Lower the requests to ${percent(neededShare)}.`,
      cost: effective,
      // Nodes are bought whole: what is freed saves when the cluster has scaled down by it.
      saving: shareOfCost(
        { label: 'Cost in the window', amount: effective, currency: location.currency },
        'Share freed and released',
        { low: 0, mid: (1 - neededShare) / 2, high: 1 - neededShare },
      ),
      confidence: 0.7,
      evidence: [
        ...loadEvidence(cpu, 'cpu_utilization'),
        ...loadEvidence(memory, 'memory_utilization'),
        ...requestEvidence(requestsOf(location.resource_id)),
      ],
      steps: [
        `Set the requests to ${percent(neededShare)} of the current ones: kubectl set resources deployment/<name> --requests=cpu=...,memory=...`,
        'Keep the memory limit above peak usage, and watch for restarts for a week.',
        'Let the cluster autoscaler remove the freed nodes. Without that, nothing is saved.',
      ],
    }
  },
})

/** What Kept would set, where the inventory says what the workload requests. */
function requestEvidence(requests: WorkloadRequests | undefined): { label: string; value: string }[] {
  if (!requests) return []
  return [
    { label: 'Workload', value: requests.workload },
    { label: 'CPU request', value: requests.cpu },
    { label: 'Memory request', value: requests.memory },
  ]
}
