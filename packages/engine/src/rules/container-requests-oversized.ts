import type { ResourceUse } from '@kept/domain/facts.ts'
import { defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { judgeMeasured } from './reading/judge-measured.ts'
import { loadEvidence } from './reading/load-words.ts'
import { nameOf, percent } from './reading/words.ts'

const thresholds = {
  used: {
    words: 'Requested CPU and memory in use, 99th percentile',
    value: 50,
    unit: '% at most, both',
    source: 'Kept: below half, with the busiest moment counted',
  },
  headroom: {
    words: 'Room left above the busiest',
    value: 20,
    unit: '%',
    source: 'Kubernetes vertical pod autoscaler: a safety margin of 15 %; rounded up',
  },
  days: { words: 'Days measured', value: 14, unit: 'days', source: 'Kept: each weekday twice' },
} as const

/** Containers that reserve more of their nodes than they use. */
export const containerRequestsOversized = defineRule({
  id: 'container-requests-oversized',
  title: 'Container that reserves what it does not use',
  explains:
    'What a container requests is kept free for it on a node, used or not, and the cluster grows by it. This one uses less than half of its requests even at its busiest.',
  noun: { one: 'container', many: 'containers' },
  appliesTo: ['any'],
  needs: ['resource_use', 'resource_metric'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: ['metrics of containers and of their requests from the cluster’s Prometheus'],
  judge(facts, context) {
    const { monthly } = context
    const things = {
      matches: (row: ResourceUse) => /^container$/i.test(row.resource_type),
      metrics: ['cpu_utilization', 'memory_utilization'],
      days: thresholds.days.value,
      missing: 'CPU and memory metric',
      many: 'containers',
    } as const
    return judgeMeasured(
      facts,
      context,
      things,
      ({ place, effective }, { cpu_utilization: cpu, memory_utilization: memory }) => {
        const needed = Math.max(cpu.p99, cpu.month_end_p95 ?? 0, memory.p99, memory.month_end_p95 ?? 0)
        if (needed > thresholds.used.value) return undefined
        const kept = (needed / 100) * (1 + thresholds.headroom.value / 100)
        return {
          place,
          summary: `${nameOf(place)} uses at most ${needed.toFixed(0)} % of what it requests and costs ${monthly(effective, place.currency)}; requests of ${percent(kept)} of today’s are enough.`,
          cost: effective,
          // Nodes are bought whole: what is freed saves when the cluster has scaled down by it.
          saving: shareOfCost(
            { label: 'Cost in the window', amount: effective, currency: place.currency },
            'Share of it that is freed and given back',
            { low: 0, mid: (1 - kept) / 2, high: 1 - kept },
          ),
          confidence: 0.7,
          evidence: [...loadEvidence(cpu, 'cpu_utilization'), ...loadEvidence(memory, 'memory_utilization')],
          steps: [
            `Set its requests to ${percent(kept)} of today’s: kubectl set resources deployment/<name> --requests=cpu=...,memory=...`,
            'Leave the memory limit above its highest use; watch for restarts for a week.',
            'Let the cluster’s autoscaler take the freed nodes away, else nothing is saved.',
          ],
        }
      },
    )
  },
})
