import { defineRule } from './define-rule.ts'
import { says } from './reading/says.ts'
import { wasteOnMeter } from './reading/waste-on-meter.ts'
import { nameOf } from './reading/words.ts'

// AWS bills the empty places of a reservation as "UnusedBox" and "UnusedDed", Azure as unused capacity reservation.
const unused =
  /Unused(?:Box|Ded|DedicatedRes)?:|Unused Reservation|unused capacity reservation|Capacity Reservation.*unused/i

/** Reserved places in a data centre that nobody sits in. */
export const unusedCapacityReservation = defineRule({
  id: 'unused-capacity-reservation',
  title: 'Capacity reserved and empty',
  explains:
    'A capacity reservation holds places for machines and charges them like running ones, used or not. The bill names the empty ones.',
  noun: { one: 'unused reservation', many: 'unused reservations' },
  appliesTo: ['aws', 'azure'],
  needs: ['resource_use'],
  thresholds: {
    charged: {
      words: 'Charged on the meter for unused capacity',
      value: 100,
      unit: '% of the charge',
      source: 'AWS: Capacity Reservations pricing and billing (UnusedBox usage type)',
    },
  },
  effort: 'low',
  risk: 'medium',
  reversible: true,
  permissions: [],
  judge({ resource_use }, context) {
    const found = wasteOnMeter(resource_use, context, (row) => says(row, unused), {
      confidence: 0.9,
      summary: ({ place, effective }) =>
        `${nameOf(place)} holds places that no machine used: ${context.monthly(effective, place.currency)}.`,
      evidence: ({ rows, hours, days }) => [
        { label: 'Meter', value: rows[0]?.meter || rows[0]?.description || '' },
        { label: 'Charged', value: hours > 0 ? `${hours} hours` : `${days} days` },
      ],
      steps: [
        'Ask whether the places are held for a failover or an event.',
        'If not, lower the reservation to what is used, or cancel it.',
      ],
    })
    return { ...found, whyNot: [] }
  },
})
