import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isWarehouse } from './reading/kinds.ts'

/** Data warehouses nobody queries. */
export const idleWarehouse = defineIdleRule({
  id: 'idle-warehouse',
  title: 'Data warehouse nobody queries',
  explains:
    'A warehouse cluster is paid by the hour whether it is asked or not. Nobody was connected: pause it, and its storage is all that is charged.',
  noun: { one: 'data warehouse', many: 'data warehouses' },
  appliesTo: ['aws', 'azure'],
  matches: isWarehouse,
  quiet: [
    {
      metric: 'connections',
      of: 'p99',
      value: 1,
      words: 'Connections, 99th percentile',
      source: 'AWS Trusted Advisor: underutilised Redshift clusters, no connection in 7 days',
    },
  ],
  days: { value: 7, source: 'AWS Trusted Advisor: 7 days' },
  confidence: 0.85,
  effort: 'low',
  risk: 'low',
  reversible: true,
  part: 'machine',
  steps: [
    'Ask the teams of data whether a report is due that runs once a quarter.',
    'Pause it: aws redshift pause-cluster --cluster-identifier <id> (Synapse: az synapse sql pool pause).',
    'Delete it with a last snapshot when nobody has resumed it in a month.',
  ],
})
