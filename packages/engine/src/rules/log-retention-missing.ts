import { defineOrphanRule } from './reading/define-orphan-rule.ts'
import { matchesUsage } from './reading/matches-usage.ts'

/** Log groups that keep everything for ever. */
export const logRetentionMissing = defineOrphanRule({
  id: 'log-retention-missing',
  title: 'Logs kept forever',
  description:
    'Without a retention period, a log group stores every line since its first day, and you pay for all of it every month. Most log searches cover the last two weeks.',
  noun: { singular: 'log group', plural: 'log groups' },
  providers: ['aws', 'azure', 'gcp'],
  types: ['Log group'],
  attributes: ['retention_days'],
  matches: (row) =>
    matchesUsage(row, /TimedStorage-ByteHrs|Logs? (?:Storage|Retention)|Data Retention|logs kept/i) &&
    /CloudWatch|Log|Monitor/i.test(row.service),
  evaluate(item) {
    const retention = item.attributes.retention_days
    if (retention !== '0' && retention !== 'never') return undefined
    return {
      condition: 'has no retention period',
      days: 0,
      evidence: [{ label: 'Retention', value: 'Never expires' }],
    }
  },
  thresholds: {
    retention: {
      label: 'Retention period',
      value: 0,
      unit: 'days',
      source: 'AWS: log groups never expire by default; CIS benchmarks ask for about a year',
    },
    expiredShare: {
      label: 'Storage older than a typical retention period',
      value: 0.6,
      unit: 'of the stored logs',
      source: 'Kept: 90 days of logs that have grown for most of a year; the range is wide',
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
    'Check which laws or contracts set a retention period. Export what you must keep to a bucket.',
    'aws logs put-retention-policy --log-group-name <name> --retention-in-days 90',
  ],
})
