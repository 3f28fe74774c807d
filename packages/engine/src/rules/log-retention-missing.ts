import { defineOrphanRule } from './reading/define-orphan-rule.ts'
import { says } from './reading/says.ts'

/** Log groups that keep everything for ever. */
export const logRetentionMissing = defineOrphanRule({
  id: 'log-retention-missing',
  title: 'Logs that are kept for ever',
  explains:
    'Without a retention time a log group keeps every line since its first day, and its storage is charged every month anew. Most questions to logs are about the last two weeks.',
  noun: { one: 'log group', many: 'log groups' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: (row) =>
    says(row, /TimedStorage-ByteHrs|Logs? (?:Storage|Retention)|Data Retention|logs kept/i) &&
    /CloudWatch|Log|Monitor/i.test(row.service),
  judge(item) {
    const retention = item.attributes.retention_days
    if (retention !== '0' && retention !== 'never') return undefined
    return {
      because: 'keeps every line for ever',
      days: 0,
      evidence: [{ label: 'Retention', value: 'for ever' }],
    }
  },
  thresholds: {
    retention: {
      words: 'Retention set',
      value: 0,
      unit: 'days',
      source: 'AWS: log groups without retention keep for ever by default; CIS asks for a year at most places',
    },
    kept: {
      words: 'Of its storage, older than a usual retention',
      value: 0.6,
      unit: 'of the stock',
      source: 'Kept: 90 days of a stock that has grown for most of a year; the range says how little is known',
    },
  },
  saving: { low: 0.2, mid: 0.6, high: 0.9 },
  confidence: 0.65,
  effort: 'low',
  risk: 'low',
  reversible: false,
  part: 'storage',
  permissions: ['logs:DescribeLogGroups', 'Microsoft.OperationalInsights/workspaces/read', 'logging.buckets.list'],
  steps: [
    'Ask which law or contract wants how long; export what must be kept to a bucket.',
    'aws logs put-retention-policy --log-group-name <name> --retention-in-days 90',
  ],
})
