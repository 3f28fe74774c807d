import { defineIdleRule } from './reading/define-idle-rule.ts'
import { says } from './reading/says.ts'

/** Streams nothing flows through. */
export const idleStream = defineIdleRule({
  id: 'idle-stream',
  title: 'Stream nothing flows through',
  explains:
    'Shards, throughput units and brokers are paid by the hour. Not a record came in for a week: whoever wrote into this stream is gone.',
  noun: { one: 'stream', many: 'streams' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: (row) => says(row, /ShardHour|Storage-ShardHour|Throughput Unit|Kinesis|Event Hubs|Kafka\.|MSK/i),
  quiet: [
    {
      metric: 'records',
      of: 'most',
      value: 0.001,
      words: 'Highest rate of records',
      source: 'OptScale: abandoned Kinesis streams, 7 days without a record',
    },
  ],
  days: { value: 7, source: 'OptScale: 7 days' },
  confidence: 0.9,
  effort: 'low',
  risk: 'medium',
  reversible: false,
  steps: [
    'Look which producers and consumers still name it.',
    'Delete it: aws kinesis delete-stream --stream-name <name>; what is left in it is lost after its retention.',
  ],
})
