import { defineRule } from './define-rule.ts'
import { nameOf } from './reading/labels.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { wasteOnMeter } from './reading/waste-on-meter.ts'

// AWS bills the empty places of a reservation as "UnusedBox" and "UnusedDed", Azure as unused capacity reservation.
const unused =
  /Unused(?:Box|Ded|DedicatedRes)?:|Unused Reservation|unused capacity reservation|Capacity Reservation.*unused/i

/** Reserved capacity that is not used. */
export const unusedCapacityReservation = defineRule({
  id: 'unused-capacity-reservation',
  title: 'Unused capacity reservation',
  description: 'A capacity reservation bills like running instances, used or not. The bill shows which part is unused.',
  noun: { singular: 'unused reservation', plural: 'unused reservations' },
  providers: ['aws', 'azure'],
  needs: ['resource_usage'],
  thresholds: {
    charged: {
      label: 'Billed on the meter for unused capacity',
      value: 100,
      unit: '% of the charge',
      source: 'AWS: Capacity Reservations pricing and billing (UnusedBox usage type)',
    },
  },
  effort: 'low',
  risk: 'medium',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, context) {
    const waste = wasteOnMeter(resource_usage, context, (row) => matchesUsage(row, unused), {
      confidence: 0.9,
      summary: ({ location, effective }) =>
        `${nameOf(location)} reserves capacity that no instance uses: ${context.monthly(effective, location.currency)}.`,
      evidence: ({ rows, hours, days }) => [
        { label: 'Meter', value: rows[0]?.meter || rows[0]?.description || '' },
        { label: 'Charged', value: hours > 0 ? `${hours} hours` : `${days} days` },
      ],
      steps: [
        'Ask whether it is reserved for a failover or an event.',
        'If not, reduce the reservation to what you use, or cancel it.',
      ],
    })
    return { ...waste, skipReasons: [] }
  },
})
