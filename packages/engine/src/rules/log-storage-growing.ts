import { defineRule } from './define-rule.ts'
import { growingStock } from './reading/growing-stock.ts'

const logMeter = /TimedStorage-ByteHrs/i
const logService = /cloudwatch/i
const otherLogMeter = /Analytics Logs Data Retention|Data Retention|Log (?:Storage|Retention)/i

const thresholds = {
  growth: {
    words: 'Growth of the daily cost, last week against first week',
    value: 0.1,
    unit: 'of the first week',
    source: 'Kept: log groups with a retention time are level once it has passed',
  },
  rising: {
    words: 'Days on which it did not fall',
    value: 0.9,
    unit: 'of days',
    source: 'AWS: CloudWatch Logs keeps log data without end unless a retention time is set',
  },
} as const

/** Logs kept for ever. */
export const logStorageGrowing = defineRule({
  id: 'log-storage-growing',
  title: 'Logs kept without end',
  explains:
    'Log groups keep everything for ever unless told otherwise. Storage that grows in a straight line and never falls has no retention time.',
  noun: { one: 'place with stored logs', many: 'places with stored logs' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['meter_day'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: false,
  permissions: [],
  judge({ meter_day }, context) {
    const rows = meter_day.filter(
      ({ meter, description, service }) =>
        (logService.test(service) && logMeter.test(meter)) || otherLogMeter.test(`${meter} ${description}`),
    )
    return growingStock(rows, context, thresholds, {
      what: 'Stored logs',
      steps: [
        'Set a retention time on every log group (aws logs put-retention-policy); 30 to 90 days serve most.',
        'Export what must be kept for years to object storage, at a tenth of the price.',
      ],
    })
  },
})
