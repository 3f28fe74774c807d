import { sum } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { groupRows } from './reading/group-rows.ts'
import { isInstance } from './reading/kinds.ts'
import { locationOf, usageByResource } from './reading/usage-by-resource.ts'

const thresholds = {
  hours: {
    label: 'Maximum lifetime',
    value: 6,
    unit: 'hours',
    source: 'OptScale: short-living instances, 6 hours',
  },
  minMachines: {
    label: 'Minimum number of instances per service and region',
    value: 20,
    unit: 'machines',
    source: 'Kept: enough to show a pattern',
  },
  discount: {
    label: 'Spot discount',
    value: 0.5,
    unit: 'of the price or more',
    source: 'AWS, Azure, and Google: Spot costs 60% to 90% less; 50% leaves room for interrupted work',
  },
} as const

/** Machines that live for an hour or two, at the full price. */
export const shortLivedOnDemand = defineRule({
  id: 'short-lived-on-demand',
  title: 'Move short jobs to Spot',
  description:
    'These instances live for a few hours: builds, tests, nightly jobs. Jobs that can restart can run on Spot for less than half the price.',
  noun: { singular: 'short-lived instance', plural: 'short-lived instances' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['resource_usage'],
  thresholds,
  effort: 'medium',
  risk: 'medium',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, { monthly }) {
    const short = usageByResource(
      resource_usage,
      (row) => row.resource_id !== '' && row.commitment_id === '' && isInstance(row),
    ).filter(({ hours, days }) => hours > 0 && hours <= thresholds.hours.value && days <= 2)
    const locations = groupRows(short, ({ location }) => [
      location.currency,
      location.provider,
      location.billing_account_id,
      location.sub_account_id,
      location.service,
      location.region,
    ])
    const candidates = locations.flatMap((machines): Candidate[] => {
      if (machines.length < thresholds.minMachines.value) return []
      const [{ location }] = machines
      const cost = sum(machines.map(({ effective }) => effective))
      return [
        {
          location: locationOf({
            ...location,
            resource_id: '',
            resource_name: `${machines.length} short-lived instances`,
            resource_type: location.resource_type,
          }),
          part: 'short jobs',
          summary: `${machines.length} instances ran for ${thresholds.hours.value} hours or less at the on-demand price: ${monthly(cost, location.currency)}.`,
          cost,
          saving: shareOfCost(
            { label: 'Cost in the window', amount: cost, currency: location.currency },
            'Spot discount',
            { low: thresholds.discount.value / 2, mid: thresholds.discount.value, high: 0.7 },
          ),
          confidence: 0.6,
          evidence: [
            { label: 'Instances', value: String(machines.length) },
            {
              label: 'Average lifetime',
              value: (machines.reduce((total, { hours }) => total + hours, 0) / machines.length).toFixed(1),
              unit: 'hours',
            },
          ],
          steps: [
            'Find what starts them: the launch template, the build system, or the batch queue.',
            'Request Spot there, in several sizes and zones, with on-demand as the fallback.',
          ],
        },
      ]
    })
    return { candidates, evaluatedCount: short.length, skipReasons: [] }
  },
})
