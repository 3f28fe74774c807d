import { formatDay } from '@kept/foundation/format/day.ts'
import { defineRule } from './define-rule.ts'
import { nameOf } from './reading/labels.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { wasteOnMeter } from './reading/waste-on-meter.ts'

const extended = /ExtendedSupport|extended support|Extended Security Updates?|\bESU\b|extended (?:channel|period)/i

/** Old versions kept alive for a fee. */
export const extendedSupport = defineRule({
  id: 'extended-support',
  title: 'Extended support charges',
  description:
    'Databases, clusters, and operating systems past their end of life pay for extended support, often more than for the resource itself. An upgrade ends the charge.',
  noun: { singular: 'extended support charge', plural: 'extended support charges' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['resource_usage'],
  thresholds: {
    charged: {
      label: 'Billed on an extended support meter',
      value: 100,
      unit: '% of the charge',
      source: 'AWS: RDS and EKS extended support pricing; Microsoft: Extended Security Updates',
    },
  },
  effort: 'high',
  risk: 'medium',
  reversible: false,
  permissions: [],
  evaluate({ resource_usage }, context) {
    const waste = wasteOnMeter(resource_usage, context, (row) => matchesUsage(row, extended), {
      confidence: 0.95,
      part: 'extended support',
      summary: ({ location, effective }) =>
        `${nameOf(location)} runs a version past its end of life. Extended support costs ${context.monthly(effective, location.currency)}.`,
      evidence: ({ rows, firstDay }) => [
        { label: 'Meter', value: rows[0]?.meter || rows[0]?.description || '' },
        { label: 'Charge', value: rows[0]?.description ?? '' },
        { label: 'First billed in this window', value: formatDay(firstDay) },
      ],
      steps: [
        'Find the version it runs and the next supported one.',
        'Upgrade a copy first and run the application’s tests against it.',
        'Upgrade in a maintenance window. The charge ends with the old version.',
      ],
    })
    return { ...waste, skipReasons: [] }
  },
})
