import { defineRule } from './define-rule.ts'
import { says } from './reading/says.ts'
import { wasteOnMeter } from './reading/waste-on-meter.ts'
import { nameOf } from './reading/words.ts'

const extended = /ExtendedSupport|extended support|Extended Security Updates?|\bESU\b|extended (?:channel|period)/i

/** Old versions kept alive for a fee. */
export const extendedSupport = defineRule({
  id: 'extended-support',
  title: 'Extended support for an old version',
  explains:
    'Databases, clusters and systems past their end of life are charged a fee for extended support, often more than the machine itself. An upgrade ends it.',
  noun: { one: 'charge for extended support', many: 'charges for extended support' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use'],
  thresholds: {
    charged: {
      words: 'Charged on a meter for extended support',
      value: 100,
      unit: '% of the charge',
      source: 'AWS: RDS and EKS extended support pricing; Microsoft: Extended Security Updates',
    },
  },
  effort: 'high',
  risk: 'medium',
  reversible: false,
  permissions: [],
  judge({ resource_use }, context) {
    const found = wasteOnMeter(resource_use, context, (row) => says(row, extended), {
      confidence: 0.95,
      part: 'extended support',
      summary: ({ place, effective }) =>
        `${nameOf(place)} runs a version past its end of life: extended support costs ${context.monthly(effective, place.currency)}.`,
      evidence: ({ rows, firstDay }) => [
        { label: 'Meter', value: rows[0]?.meter || rows[0]?.description || '' },
        { label: 'What is charged', value: rows[0]?.description ?? '' },
        { label: 'Charged since, in this window', value: firstDay },
      ],
      steps: [
        'Read which version it runs and which is the next supported one.',
        'Upgrade a copy first, run the application’s tests against it.',
        'Upgrade in a maintenance window; the fee ends with the old version.',
      ],
    })
    return { ...found, whyNot: [] }
  },
})
