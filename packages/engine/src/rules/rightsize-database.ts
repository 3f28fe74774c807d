import { defineRightsizeRule } from './reading/define-rightsize-rule.ts'
import { isDatabase } from './reading/kinds.ts'

/** Databases that are larger than their load ever needs. */
export const rightsizeDatabase = defineRightsizeRule({
  id: 'rightsize-database',
  title: 'Database larger than its load',
  explains:
    'Even at its busiest, month’s end included, the database uses less than half of its processor. A smaller class of the same family carries the same load; a change takes one failover.',
  noun: { one: 'database', many: 'databases' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: isDatabase,
  permissions: ['rds:DescribeDBInstances', 'Microsoft.Sql/servers/databases/read', 'cloudsql.instances.list'],
  steps: (to) => [
    'Look at its cache hit rate: a database uses memory as its cache, and half of it may mean more reading from disk.',
    `In the maintenance window: aws rds modify-db-instance --db-instance-class ${to} --apply-immediately (a failover of a minute with a standby, some minutes without).`,
    'Compare its latency for a week; going back is the same way.',
  ],
})
