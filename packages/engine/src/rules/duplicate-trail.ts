import { defineRule } from './define-rule.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { says } from './reading/says.ts'
import { wasteOnMeter } from './reading/waste-on-meter.ts'

const paidEvents = /PaidEventsRecorded|per paid (?:management )?event recorded|per additional copy/i

/** A second CloudTrail trail that records what the first records for nothing. */
export const duplicateTrail = defineRule({
  id: 'duplicate-trail',
  title: 'Second trail of the same events',
  explains:
    'The first trail of management events in a region is free; every further copy is charged by the event. Accounts often have one of their own beside the organisation’s.',
  noun: { one: 'paid trail', many: 'paid trails' },
  appliesTo: ['aws'],
  needs: ['resource_use'],
  thresholds: {
    paid: {
      words: 'Management events charged as a further copy',
      value: 100,
      unit: '% of the charge',
      source: 'AWS: CloudTrail pricing, the first copy of management events is free',
    },
  },
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  judge({ resource_use }, context) {
    const trail = (row: (typeof resource_use)[number]) =>
      cloudOf(row.provider) === 'aws' && /cloudtrail/i.test(row.service) && says(row, paidEvents)
    const found = wasteOnMeter(resource_use, context, trail, {
      confidence: 0.85,
      summary: ({ place, effective }) =>
        `Management events of ${place.sub_account_name || place.sub_account_id} in ${place.region} are recorded more than once: the further copies cost ${context.monthly(effective, place.currency)}.`,
      evidence: ({ rows }) => [
        { label: 'Meter', value: rows[0]?.meter || rows[0]?.description || '' },
        { label: 'What is charged', value: rows[0]?.description ?? '' },
      ],
      steps: [
        'List the trails of the account; an organisation trail already holds its management events.',
        'Check that nobody reads the second one’s bucket, then delete that trail.',
      ],
    })
    return { ...found, whyNot: [] }
  },
})
