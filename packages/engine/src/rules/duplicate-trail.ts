import { defineRule } from './define-rule.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { wasteOnMeter } from './reading/waste-on-meter.ts'

const paidEvents = /PaidEventsRecorded|per paid (?:management )?event recorded|per additional copy/i

/** A second CloudTrail trail that records what the first records for nothing. */
export const duplicateTrail = defineRule({
  id: 'duplicate-trail',
  title: 'Duplicate audit trail',
  description:
    'The first trail of management events in a region is free. Each additional copy is billed per event. Accounts often have their own trail in addition to the organization trail.',
  noun: { singular: 'paid trail', plural: 'paid trails' },
  providers: ['aws'],
  needs: ['resource_usage'],
  thresholds: {
    paid: {
      label: 'Management events billed as an additional copy',
      value: 100,
      unit: '% of the charge',
      source: 'AWS: CloudTrail pricing, first copy of management events free',
    },
  },
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, context) {
    const trail = (row: (typeof resource_usage)[number]) =>
      cloudOf(row.provider) === 'aws' && /cloudtrail/i.test(row.service) && matchesUsage(row, paidEvents)
    const waste = wasteOnMeter(resource_usage, context, trail, {
      confidence: 0.85,
      summary: ({ location, effective }) =>
        `${location.sub_account_name || location.sub_account_id} records its management events in ${location.region} more than once. The additional copies cost ${context.monthly(effective, location.currency)}.`,
      evidence: ({ rows }) => [
        { label: 'Meter', value: rows[0]?.meter || rows[0]?.description || '' },
        { label: 'Charge', value: rows[0]?.description ?? '' },
      ],
      steps: [
        'List the account’s trails. An organization trail already records its management events.',
        'Check that nothing reads the bucket of the second trail, then delete that trail.',
      ],
    })
    return { ...waste, skipReasons: [] }
  },
})
