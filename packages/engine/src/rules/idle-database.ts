import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isDatabase } from './reading/kinds.ts'

/** Databases nobody connects to. */
export const idleDatabase = defineIdleRule({
  id: 'idle-database',
  title: 'Database nobody connects to',
  explains:
    'Not one connection was open at any time. The database waits for an application that is gone; a last snapshot keeps its data for a fraction of the price.',
  noun: { one: 'database', many: 'databases' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: isDatabase,
  quiet: [
    {
      metric: 'connections',
      of: 'most',
      value: 1,
      words: 'Most connections at once',
      source: 'AWS Trusted Advisor: no connection in 7 days',
    },
  ],
  days: { value: 7, source: 'AWS Trusted Advisor: 7 days' },
  confidence: 0.9,
  effort: 'low',
  risk: 'medium',
  reversible: true,
  part: 'machine',
  steps: [
    'Look whether it is a replica that only waits for a failover.',
    'Take a last snapshot and restore it once, to know that it can be.',
    'Stop it for a week (aws rds stop-db-instance; it starts by itself after seven days), then delete it.',
  ],
})
