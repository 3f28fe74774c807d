import { defineRightsizeRule } from './reading/define-rightsize-rule.ts'
import { isCache } from './reading/kinds.ts'

/** Caches that are larger than what they hold. */
export const rightsizeCache = defineRightsizeRule({
  id: 'rightsize-cache',
  title: 'Cache larger than what it holds',
  explains:
    'The nodes of a cache are sized by the memory they hold. This one keeps most of its memory and processor free at its busiest; a smaller node holds the same.',
  noun: { one: 'cache node', many: 'cache nodes' },
  appliesTo: ['aws'],
  matches: isCache,
  permissions: ['elasticache:DescribeCacheClusters'],
  steps: (to) => [
    'Look at evictions and at the memory kept for snapshots: reserved-memory-percent.',
    `Scale vertically in a quiet hour: aws elasticache modify-replication-group --cache-node-type ${to}.`,
  ],
})
