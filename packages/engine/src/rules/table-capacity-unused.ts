import { compare } from '@kept/domain/decimal.ts'
import { defineRule } from './define-rule.ts'
import { multiplyByShare, shareOfCost } from './reading/calculation.ts'
import { judgeMeasured } from './reading/judge-measured.ts'
import { loadEvidence } from './reading/load-words.ts'
import { metricPermissions } from './reading/permissions.ts'
import { says } from './reading/says.ts'
import { onDemandCost } from './reading/usage-by-resource.ts'
import { nameOf, percent } from './reading/words.ts'

const provisioned = /ReadCapacityUnit-Hrs|WriteCapacityUnit-Hrs|Request Units|\bRU\/s|100 RUs|Provisioned Throughput/i

const thresholds = {
  used: {
    words: 'Provisioned capacity in use, 99th percentile',
    value: 50,
    unit: '% at most',
    source: 'AWS Trusted Advisor: provisioned DynamoDB capacity; auto scaling’s own target is 70 %',
  },
  target: {
    words: 'In use afterwards at the busiest',
    value: 70,
    unit: '%',
    source: 'AWS: DynamoDB auto scaling, default target utilisation',
  },
  days: { words: 'Days measured', value: 14, unit: 'days', source: 'AWS Compute Optimizer: 14 days' },
} as const

/** Tables, and model deployments, with more capacity reserved than they ever use. */
export const tableCapacityUnused = defineRule({
  id: 'table-capacity-unused',
  title: 'Reserved throughput that is never used',
  explains:
    'Throughput was reserved for a table or a model by the hour, and even at its busiest only a part of it was used. Less of it, or auto scaling, carries the same load.',
  noun: { one: 'reservation of throughput', many: 'reservations of throughput' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use', 'resource_metric'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: metricPermissions,
  judge(facts, context) {
    const { monthly } = context
    return judgeMeasured(
      facts,
      context,
      {
        matches: (row) => says(row, provisioned),
        metrics: ['capacity_utilization'],
        days: thresholds.days.value,
        missing: 'metric of capacity',
        many: 'reservations of throughput',
      },
      ({ place, rows }, { capacity_utilization: used }) => {
        const busiest = Math.max(used.p99, used.month_end_p95 ?? 0, used.busiest_p95)
        const paid = onDemandCost(rows)
        if (busiest > thresholds.used.value || compare(paid, '0') <= 0) return undefined
        return {
          place,
          part: 'throughput',
          summary: `${nameOf(place)} uses ${busiest.toFixed(0)} % of the throughput reserved for it at its busiest, and costs ${monthly(paid, place.currency)}; ${percent(busiest / thresholds.target.value)} of it is enough.`,
          cost: paid,
          saving: [
            ...shareOfCost(
              { label: 'On-demand cost in the window', amount: paid, currency: place.currency },
              'Share of the throughput that is not needed',
              1 - busiest / thresholds.target.value,
            ),
            multiplyByShare('Range of the estimate', { low: 0.8, mid: 1, high: 1 }),
          ],
          confidence: 0.85,
          evidence: loadEvidence(used, 'capacity_utilization'),
          steps: [
            'Switch on auto scaling with a target of 70 %, its least at what the nights need.',
            'For a load in bursts compare with on-demand capacity: it is billed by the request.',
          ],
        }
      },
    )
  },
})
