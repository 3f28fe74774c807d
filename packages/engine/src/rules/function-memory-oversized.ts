import { defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { judgeMeasured } from './reading/judge-measured.ts'
import { loadEvidence } from './reading/load-words.ts'
import { metricPermissions } from './reading/permissions.ts'
import { says } from './reading/says.ts'
import { onDemandCost } from './reading/usage-by-resource.ts'
import { nameOf, percent } from './reading/words.ts'

const thresholds = {
  used: {
    words: 'Memory in use, highest',
    value: 50,
    unit: '% at most',
    source: 'AWS Compute Optimizer: over-provisioned Lambda memory',
  },
  headroom: {
    words: 'Room left above the highest',
    value: 25,
    unit: '%',
    source: 'Kept: one bad day must not end in an error',
  },
  days: { words: 'Days measured', value: 14, unit: 'days', source: 'AWS Compute Optimizer: 14 days' },
} as const

/** Functions that are given more memory than they ever use. */
export const functionMemoryOversized = defineRule({
  id: 'function-memory-oversized',
  title: 'Function with memory it never uses',
  explains:
    'A function is paid by its memory times its seconds. This one never used half of the memory it is given; less is cheaper, as long as it does not run longer for it.',
  noun: { one: 'function', many: 'functions' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use', 'resource_metric'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [...metricPermissions, 'lambda:ListFunctions'],
  judge(facts, context) {
    const { monthly } = context
    return judgeMeasured(
      facts,
      context,
      {
        matches: (row) => says(row, /Lambda-GB-Second|GB-Second|Execution Time|Memory Time/i),
        metrics: ['memory_utilization'],
        days: thresholds.days.value,
        missing: 'memory metric',
        many: 'functions',
      },
      ({ place, rows }, { memory_utilization: memory }) => {
        if (memory.most > thresholds.used.value) return undefined
        const kept = (memory.most / 100) * (1 + thresholds.headroom.value / 100)
        const paid = onDemandCost(rows)
        return {
          place,
          summary: `${nameOf(place)} never used more than ${memory.most.toFixed(0)} % of its memory; its seconds cost ${monthly(paid, place.currency)}, with ${percent(kept)} of the memory they would cost less.`,
          cost: paid,
          // With the memory goes the processor: a function that waits for others loses nothing, one that computes does.
          saving: shareOfCost(
            { label: 'On-demand cost in the window', amount: paid, currency: place.currency },
            'Share saved with less memory',
            { low: 0, mid: (1 - kept) / 2, high: 1 - kept },
          ),
          confidence: 0.65,
          evidence: loadEvidence(memory, 'memory_utilization'),
          steps: [
            'Try three memory sizes with aws-lambda-power-tuning; take the cheapest that is fast enough.',
            'aws lambda update-function-configuration --function-name <name> --memory-size <MB>',
          ],
        }
      },
    )
  },
})
