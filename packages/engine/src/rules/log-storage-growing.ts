import { defineRule } from './define-rule.ts'
import { growingStock } from './reading/growing-stock.ts'

const logMeter = /TimedStorage-ByteHrs/i
const logService = /cloudwatch/i
const otherLogMeter = /Analytics Logs Data Retention|Data Retention|Log (?:Storage|Retention)/i

const thresholds = {
  growth: {
    label: 'Growth in daily cost, last week vs. first week',
    value: 0.1,
    unit: 'of the first week',
    source: 'Kept: log storage with a retention period stops growing once the period has passed',
  },
  rising: {
    label: 'Days without a decrease',
    value: 0.9,
    unit: 'of days',
    source: 'AWS: CloudWatch Logs keeps log data forever unless a retention period is set',
  },
} as const

/** Logs kept for ever. */
export const logStorageGrowing = defineRule({
  id: 'log-storage-growing',
  title: 'Growing log storage',
  description:
    'Log groups keep everything forever by default. Log storage that grows steadily and never shrinks has no retention period.',
  noun: { singular: 'account and region with stored logs', plural: 'accounts and regions with stored logs' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['meter_day'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: false,
  permissions: [],
  evaluate({ meter_day }, context) {
    const rows = meter_day.filter(
      ({ meter, description, service }) =>
        (logService.test(service) && logMeter.test(meter)) || otherLogMeter.test(`${meter} ${description}`),
    )
    return growingStock(rows, context, thresholds, {
      subject: 'Stored logs',
      steps: [
        'Set a retention period on every log group (aws logs put-retention-policy). 30 to 90 days is enough for most.',
        'Export what you must keep for years to object storage, at a tenth of the price.',
      ],
    })
  },
})
