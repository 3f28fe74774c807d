import { defineRightsizeRule } from './reading/define-rightsize-rule.ts'
import { isDatabase } from './reading/kinds.ts'

/** Databases that are larger than their load ever needs. */
export const rightsizeDatabase = defineRightsizeRule({
  id: 'rightsize-database',
  title: 'Oversized database',
  description:
    'Even at peak, month end included, the database uses less than half of its CPU. A smaller class of the same family handles the load. The change takes one failover.',
  noun: { singular: 'database', plural: 'databases' },
  providers: ['aws', 'azure', 'gcp'],
  type: 'Database',
  matches: isDatabase,
  sizeFromInventory: true,
  permissions: ['rds:DescribeDBInstances', 'Microsoft.Sql/servers/databases/read', 'cloudsql.instances.list'],
  steps: (to) => [
    'Check the cache hit rate. With half the memory, the database can read more from disk.',
    changeStep(to),
    'Compare its latency for a week. You can change back the same way.',
  ],
})

function changeStep(to: string): string {
  if (/^(?:GP|BC|HS)_/.test(to))
    return `When few people use it: az sql db update --service-objective ${to}. Azure closes all connections for some seconds.`
  return `In the maintenance window: aws rds modify-db-instance --db-instance-class ${to} --apply-immediately. With a standby, failover takes about a minute; without one, several minutes.`
}
