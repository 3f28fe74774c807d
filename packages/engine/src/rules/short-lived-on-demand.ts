import { sum } from '@kept/domain/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { groupRows } from './reading/group-rows.ts'
import { isInstance } from './reading/kinds.ts'
import { placeOf, usageByResource } from './reading/usage-by-resource.ts'

const thresholds = {
  hours: {
    words: 'Hours a machine lived at most',
    value: 6,
    unit: 'hours',
    source: 'OptScale: short-living instances, 6 hours',
  },
  many: {
    words: 'Machines of this kind in a place',
    value: 20,
    unit: 'machines',
    source: 'Kept: a habit, not an accident',
  },
  discount: {
    words: 'Spare capacity against the on-demand price',
    value: 0.5,
    unit: 'of the price at least',
    source: 'AWS, Azure and Google: spare capacity costs 60 to 90 % less; half is left for interrupted work',
  },
} as const

/** Machines that live for an hour or two, at the full price. */
export const shortLivedOnDemand = defineRule({
  id: 'short-lived-on-demand',
  title: 'Short jobs at the full price',
  explains:
    'Machines come and go within hours here: builds, tests, nightly jobs. What can be started again anyway can run on spare capacity, at less than half of the price.',
  noun: { one: 'short-lived machine', many: 'short-lived machines' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use'],
  thresholds,
  effort: 'medium',
  risk: 'medium',
  reversible: true,
  permissions: [],
  judge({ resource_use }, { monthly }) {
    const short = usageByResource(
      resource_use,
      (row) => row.resource_id !== '' && row.commitment_id === '' && isInstance(row),
    ).filter(({ hours, days }) => hours > 0 && hours <= thresholds.hours.value && days <= 2)
    const places = groupRows(short, ({ place }) => [
      place.currency,
      place.provider,
      place.billing_account_id,
      place.sub_account_id,
      place.service,
      place.region,
    ])
    const candidates = places.flatMap((machines): Candidate[] => {
      if (machines.length < thresholds.many.value) return []
      const [{ place }] = machines
      const cost = sum(machines.map(({ effective }) => effective))
      return [
        {
          place: placeOf({
            ...place,
            resource_id: '',
            resource_name: `${machines.length} short-lived machines`,
            resource_type: place.resource_type,
          }),
          part: 'short jobs',
          summary: `${machines.length} machines lived for ${thresholds.hours.value} hours or less, at the full price: ${monthly(cost, place.currency)}.`,
          cost,
          saving: shareOfCost(
            { label: 'Cost in the window', amount: cost, currency: place.currency },
            'Discount of spare capacity',
            { low: thresholds.discount.value / 2, mid: thresholds.discount.value, high: 0.7 },
          ),
          confidence: 0.6,
          evidence: [
            { label: 'Machines', value: String(machines.length) },
            {
              label: 'Mean life',
              value: (machines.reduce((total, { hours }) => total + hours, 0) / machines.length).toFixed(1),
              unit: 'hours',
            },
          ],
          steps: [
            'Find what starts them: the launch template, the build system, the batch queue.',
            'Ask for spare capacity there, in several sizes and zones, with a fall back to on-demand.',
          ],
        },
      ]
    })
    return { candidates, lookedAt: short.length, whyNot: [] }
  },
})
