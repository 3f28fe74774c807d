import { shareOfCost } from './reading/calculation.ts'
import { defineMeasuredRule } from './reading/define-measured-rule.ts'
import { loadEvidence } from './reading/format-load.ts'
import { nameOf, percent } from './reading/labels.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { metricPermissions } from './reading/permissions.ts'
import { onDemandCost } from './reading/usage-by-resource.ts'

const thresholds = {
  used: {
    label: 'Memory used, peak',
    value: 50,
    unit: '% or less',
    source: 'AWS Compute Optimizer: over-provisioned Lambda memory',
  },
  headroom: {
    label: 'Headroom above the peak',
    value: 25,
    unit: '%',
    source: 'Kept: leaves room for one bad day',
  },
  days: { label: 'Days measured', value: 14, unit: 'days', source: 'AWS Compute Optimizer: 14 days' },
} as const

/** Functions that are given more memory than they ever use. */
export const functionMemoryOversized = defineMeasuredRule({
  id: 'function-memory-oversized',
  title: 'Oversized function memory',
  description:
    'Functions bill for memory times duration. This one never used half of its memory. Less memory is cheaper if the duration stays about the same.',
  noun: { singular: 'function', plural: 'functions' },
  providers: ['aws', 'azure', 'gcp'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [...metricPermissions, 'lambda:ListFunctions'],
  types: ['Function'],
  attributes: ['memory_mb'],
  matches: (row) => matchesUsage(row, /Lambda-GB-Second|GB-Second|Execution Time|Memory Time/i),
  metrics: ['memory_utilization'],
  missing: 'memory metrics',
  evaluateResource({ location, rows }, { memory_utilization: memory }, { monthly, findResource }) {
    if (memory.max > thresholds.used.value) return undefined
    const neededShare = (memory.max / 100) * (1 + thresholds.headroom.value / 100)
    const paid = onDemandCost(rows)
    const change = changeOf(findResource(location.resource_id)?.attributes.memory_mb, neededShare)
    return {
      location,
      summary: `${nameOf(location)} never used more than ${memory.max.toFixed(0)}% of its memory and costs ${monthly(paid, location.currency)}. Reduce the memory to ${percent(neededShare)}.`,
      cost: paid,
      // With the memory goes the processor: a function that waits for others loses nothing, one that computes does.
      saving: shareOfCost(
        { label: 'On-demand cost in the window', amount: paid, currency: location.currency },
        'Share saved with less memory',
        { low: 0, mid: (1 - neededShare) / 2, high: 1 - neededShare },
      ),
      confidence: 0.65,
      evidence: [
        ...loadEvidence(memory, 'memory_utilization'),
        ...(change ? [{ label: 'Change', value: change }] : []),
      ],
      steps: [
        'Try three memory sizes with aws-lambda-power-tuning and pick the cheapest that is fast enough.',
        'aws lambda update-function-configuration --function-name <name> --memory-size <MB>',
      ],
    }
  },
})

/** AWS accepts every size from 128 MB; rounded up to 64, so that a repeated evaluation says the same. */
function changeOf(memory: string | undefined, neededShare: number): string | undefined {
  const current = Number(memory ?? 0)
  const needed = Math.max(128, Math.ceil((current * neededShare) / 64) * 64)
  return needed < current ? `${current} MB to ${needed} MB` : undefined
}
