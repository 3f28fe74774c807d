/** The reversible action of each type of loop, and the instructions for the permanent fix. */
import type { LoopType } from '@kept/domain/loop-types.ts'

export const remediationActions: Record<LoopType, { throttle: string; stop: string }> = {
  recursive_function: { throttle: 'set the reserved concurrency to 0', stop: 'disable the event source' },
  infinite_retry: { throttle: 'limit the rate of the caller', stop: 'disable the event source' },
  circular_dependency: { throttle: 'limit the rate of the suggested call', stop: 'scale the calling service to 0' },
  memory_leak_loop: { throttle: 'restart replicas one by one', stop: 'roll back to the previous version' },
  api_polling_loop: { throttle: 'limit the rate of the client', stop: 'block the client' },
  database_query_loop: { throttle: 'limit the connections of the caller', stop: 'scale the caller to 0' },
  auto_scaling_loop: { throttle: 'pin the capacity', stop: 'suspend the scaling policy' },
  webhook_loop: { throttle: 'limit the rate of deliveries', stop: 'disable the subscription' },
  batch_processing_loop: { throttle: 'pause the consumer', stop: 'disable the event source mapping' },
  custom_pattern: { throttle: 'limit the rate', stop: 'scale to 0' },
}
