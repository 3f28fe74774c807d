/** The types of loops, with their texts. */

export const loopTypes = [
  'recursive_function',
  'infinite_retry',
  'circular_dependency',
  'memory_leak_loop',
  'api_polling_loop',
  'database_query_loop',
  'auto_scaling_loop',
  'webhook_loop',
  'batch_processing_loop',
  'custom_pattern',
] as const
export type LoopType = (typeof loopTypes)[number]

/** The words a person reads for each type. */
export const loopTypeLabels: Record<LoopType, { label: string; description: string }> = {
  recursive_function: { label: 'Recursive Function', description: 'Function calling itself infinitely' },
  infinite_retry: {
    label: 'Infinite Retry',
    description: 'Failed operation retried without backoff',
  },
  circular_dependency: { label: 'Circular Dependency', description: 'Services calling each other in a cycle' },
  memory_leak_loop: {
    label: 'Memory Leak Loop',
    description: 'Memory growing until the process is killed and restarts',
  },
  api_polling_loop: {
    label: 'API Polling Loop',
    description: 'Client polling an endpoint whose response never changes',
  },
  database_query_loop: { label: 'Database Query Loop', description: 'Same query repeated within one request' },
  auto_scaling_loop: { label: 'Auto Scaling Loop', description: 'Capacity scaling up and down repeatedly' },
  webhook_loop: { label: 'Webhook Loop', description: 'Systems triggering each other’s webhooks' },
  batch_processing_loop: {
    label: 'Batch Processing Loop',
    description: 'Same records processed again without progress',
  },
  custom_pattern: { label: 'Custom Pattern', description: 'Matches a custom rule' },
}
