import { defineIdleRule } from './reading/define-idle-rule.ts'
import { matchesUsage } from './reading/matches-usage.ts'

/** Streams nothing flows through. */
export const idleStream = defineIdleRule({
  id: 'idle-stream',
  title: 'Idle stream',
  description: 'Shards, throughput units, and brokers bill by the hour. This stream received no records for a week.',
  noun: { singular: 'stream', plural: 'streams' },
  providers: ['aws', 'azure', 'gcp'],
  types: ['Stream'],
  matches: (row) => matchesUsage(row, /ShardHour|Storage-ShardHour|Throughput Unit|Kinesis|Event Hubs|Kafka\.|MSK/i),
  quiet: [
    {
      metric: 'records',
      statistic: 'max',
      value: 0.001,
      label: 'Peak records',
      source: 'OptScale: abandoned Kinesis streams, 7 days without a record',
    },
  ],
  days: { value: 7, source: 'OptScale: 7 days' },
  confidence: 0.9,
  effort: 'low',
  risk: 'medium',
  reversible: false,
  permissions: ['kinesis:ListStreams', 'kinesis:DescribeStreamSummary', 'Microsoft.EventHub/namespaces/read'],
  steps: [
    'Check which producers and consumers still use it.',
    'Delete it: aws kinesis delete-stream --stream-name <name>. Records still in the stream are lost.',
  ],
})
