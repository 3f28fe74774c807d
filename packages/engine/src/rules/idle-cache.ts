import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isCache } from './reading/kinds.ts'

/** Caches nobody asks. */
export const idleCache = defineIdleRule({
  id: 'idle-cache',
  title: 'Cache nobody asks',
  explains:
    'A cache holds nothing that is not kept elsewhere. This one has only its own monitoring connected and its processor rests: it can go.',
  noun: { one: 'cache node', many: 'cache nodes' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: isCache,
  quiet: [
    {
      metric: 'connections',
      of: 'most',
      value: 5,
      words: 'Most connections at once',
      source: 'Kept: the service’s own monitoring keeps a few open',
    },
    {
      metric: 'cpu_utilization',
      of: 'p99',
      value: 5,
      words: 'CPU, 99th percentile',
      source: 'AWS Compute Optimizer: below 5 % counts as idle',
      ifKnown: true,
    },
  ],
  days: { value: 14, source: 'AWS Compute Optimizer: 14 days' },
  confidence: 0.85,
  effort: 'low',
  risk: 'low',
  reversible: true,
  part: 'machine',
  steps: [
    'Look into the configuration of the applications that name its address.',
    'Take a backup if it holds more than a cache should, then delete it.',
  ],
})
