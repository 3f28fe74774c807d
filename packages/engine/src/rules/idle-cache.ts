import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isCache } from './reading/kinds.ts'

/** Caches without requests. */
export const idleCache = defineIdleRule({
  id: 'idle-cache',
  title: 'Unused cache',
  description:
    'This cache has no client connections and almost no CPU load. Its data exists elsewhere, so you can delete it.',
  noun: { singular: 'cache node', plural: 'cache nodes' },
  providers: ['aws', 'azure', 'gcp'],
  types: ['Cache'],
  matches: isCache,
  quiet: [
    {
      metric: 'connections',
      statistic: 'max',
      value: 5,
      label: 'Peak connections',
      source: 'Kept: the service’s own monitoring holds a few connections',
    },
    {
      metric: 'cpu_utilization',
      statistic: 'p99',
      value: 5,
      label: 'CPU, 99th percentile',
      source: 'AWS Compute Optimizer: idle under 5%',
      ifKnown: true,
    },
  ],
  days: { value: 14, source: 'AWS Compute Optimizer: 14 days' },
  confidence: 0.85,
  effort: 'low',
  risk: 'low',
  reversible: true,
  part: 'machine',
  permissions: ['elasticache:DescribeCacheClusters', 'Microsoft.Cache/redis/read', 'cloudasset.assets.listResource'],
  steps: [
    'Search your applications’ configuration for its endpoint.',
    'Take a backup if it holds data that exists nowhere else, then delete it.',
  ],
})
