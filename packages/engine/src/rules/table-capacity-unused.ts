import { compare } from '@kept/foundation/decimal.ts'
import { multiplyByShare, shareOfCost } from './reading/calculation.ts'
import { defineMeasuredRule } from './reading/define-measured-rule.ts'
import { loadEvidence } from './reading/format-load.ts'
import { nameOf, percent } from './reading/labels.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { metricPermissions } from './reading/permissions.ts'
import { onDemandCost } from './reading/usage-by-resource.ts'

/** Bills what is used, up to a maximum. */
const scaled = /autoscale/i
const provisioned = /ReadCapacityUnit-Hrs|WriteCapacityUnit-Hrs|Request Units|\bRU\/s|100 RUs|Provisioned Throughput/i

const thresholds = {
  used: {
    label: 'Provisioned capacity used, peak',
    value: 50,
    unit: '% or less',
    source: 'AWS Trusted Advisor: provisioned DynamoDB capacity; auto scaling targets 70%',
  },
  target: {
    label: 'Target utilization at peak',
    value: 70,
    unit: '%',
    source: 'AWS: DynamoDB auto scaling, default target utilization',
  },
  days: { label: 'Days measured', value: 14, unit: 'days', source: 'AWS Compute Optimizer: 14 days' },
} as const

/** Tables, and model deployments, with more capacity reserved than they ever use. */
export const tableCapacityUnused = defineMeasuredRule({
  id: 'table-capacity-unused',
  title: 'Unused provisioned throughput',
  description:
    'Provisioned throughput bills by the hour, used or not. Even at peak, only part of it is used. Less throughput, or auto scaling, handles the same load.',
  noun: { singular: 'table or deployment', plural: 'tables and deployments' },
  providers: ['aws', 'azure', 'gcp'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [...metricPermissions, 'dynamodb:DescribeTable', 'Microsoft.DocumentDB/databaseAccounts/read'],
  types: ['Table', 'Cosmos DB account'],
  matches: (row) => matchesUsage(row, provisioned) && !matchesUsage(row, scaled),
  metrics: ['capacity_utilization'],
  missing: 'capacity metrics',
  evaluateResource({ location, rows }, { capacity_utilization: used }, { monthly }) {
    const busiest = Math.max(used.max, used.month_end_p95 ?? 0)
    const paid = onDemandCost(rows)
    if (busiest > thresholds.used.value || compare(paid, '0') <= 0) return undefined
    return {
      location,
      part: 'throughput',
      summary: `${nameOf(location)} uses ${busiest.toFixed(0)}% of its throughput at peak and costs ${monthly(paid, location.currency)}. Lower it to ${percent(busiest / thresholds.target.value)}.`,
      cost: paid,
      saving: [
        ...shareOfCost(
          { label: 'On-demand cost in the window', amount: paid, currency: location.currency },
          'Share of throughput not needed',
          1 - busiest / thresholds.target.value,
        ),
        multiplyByShare('Estimate range', { low: 0.8, mid: 1, high: 1 }),
      ],
      confidence: 0.85,
      evidence: loadEvidence(used, 'capacity_utilization'),
      steps: [
        'Turn on auto scaling with a target of 70%. Set the minimum to what nights need.',
        'For bursty load, compare on-demand capacity, which bills per request.',
      ],
    }
  },
})
