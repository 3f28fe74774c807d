import { defineRightsizeRule } from './reading/define-rightsize-rule.ts'
import { isCache } from './reading/kinds.ts'

/** Caches that are larger than what they hold. */
export const rightsizeCache = defineRightsizeRule({
  id: 'rightsize-cache',
  title: 'Oversized cache',
  description:
    'Even at peak, this cache uses less than half of its memory and CPU. A smaller node holds the same data.',
  noun: { singular: 'cache node', plural: 'cache nodes' },
  providers: ['aws'],
  type: 'Cache',
  matches: isCache,
  permissions: ['elasticache:DescribeCacheClusters'],
  steps: (to) => [
    'Check evictions and the memory reserved for snapshots: reserved-memory-percent.',
    `Scale down in a quiet hour: aws elasticache modify-replication-group --cache-node-type ${to}.`,
  ],
})
