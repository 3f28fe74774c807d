import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isWarehouse } from './reading/kinds.ts'

/** Data warehouses without queries. */
export const idleWarehouse = defineIdleRule({
  id: 'idle-warehouse',
  title: 'Unused data warehouse',
  description:
    'A data warehouse bills by the hour, with or without queries. No client has connected to this one. Paused, it bills for storage only.',
  noun: { singular: 'data warehouse', plural: 'data warehouses' },
  providers: ['aws', 'azure'],
  types: ['Data warehouse'],
  matches: isWarehouse,
  quiet: [
    {
      metric: 'connections',
      // An hourly job of ten minutes is less than one connection on average.
      statistic: 'max',
      value: 1,
      label: 'Peak connections',
      source: 'AWS Trusted Advisor: underutilized Redshift clusters, no connections for 7 days',
    },
  ],
  days: { value: 7, source: 'AWS Trusted Advisor: 7 days' },
  confidence: 0.85,
  effort: 'low',
  risk: 'low',
  reversible: true,
  part: 'machine',
  permissions: ['redshift:DescribeClusters', 'Microsoft.Synapse/workspaces/sqlPools/read'],
  steps: [
    'Ask the data team whether a quarterly report needs it.',
    'Pause it: aws redshift pause-cluster --cluster-identifier <id> (Synapse: az synapse sql pool pause).',
    'If no one resumes it within a month, take a final snapshot and delete it.',
  ],
})
