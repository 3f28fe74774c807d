import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isDatabase } from './reading/kinds.ts'

/** Databases without connections. */
export const idleDatabase = defineIdleRule({
  id: 'idle-database',
  title: 'Unused database',
  description: 'No client has connected to this database. A final snapshot keeps the data for a fraction of the price.',
  noun: { singular: 'database', plural: 'databases' },
  providers: ['aws', 'azure', 'gcp'],
  types: ['Database'],
  matches: isDatabase,
  quiet: [
    {
      metric: 'connections',
      statistic: 'max',
      value: 1,
      label: 'Peak connections',
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
    'Check whether it is a failover replica.',
    'Take a final snapshot and restore it once to test it.',
    'Stop it for a week (aws rds stop-db-instance; it restarts after seven days), then delete it.',
  ],
})
