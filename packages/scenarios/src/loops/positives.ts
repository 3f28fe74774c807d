/** Runaway loops of every type, several variants each, with their true properties. */
import type { LoopType } from '@kept/domain/loop-types.ts'
import { circle, recursion, webhooks } from './positive-lineages.ts'
import { memoryLoop, scalingLoop } from './positive-metrics.ts'
import { polling, queries, redone, retries } from './positive-repeats.ts'
import type { Stage } from './stage.ts'
import type { LoopTruth } from './truth.ts'

type Positive = (stage: Stage, onset: number, strength: number) => LoopTruth

/** Multiple of the threshold. */
export const intensities = [1.6, 4, 10] as const

function custom(stage: Stage, onset: number, strength: number): LoopTruth {
  const agent = stage.service('assistant')
  for (let minute = 0; minute < stage.minutes; minute += 1) {
    stage.point(
      agent,
      'llm.tokens',
      stage.timeAt(minute),
      (minute >= onset ? 20_000 * strength : 4_000) * (1 + 0.1 * stage.normal()),
    )
  }
  return { type: 'custom_pattern', resource: agent.id, onsetMinute: onset, perMinute: null, cause: 'rule' }
}

/** The rule of the custom pattern's scenarios. */
export const customExpression = 'sum(llm.tokens, 5m) > 100000'

export const positives: Record<LoopType, Positive> = {
  recursive_function: recursion,
  infinite_retry: retries,
  circular_dependency: circle,
  memory_leak_loop: memoryLoop,
  api_polling_loop: polling,
  database_query_loop: queries,
  auto_scaling_loop: scalingLoop,
  webhook_loop: webhooks,
  batch_processing_loop: redone,
  custom_pattern: custom,
}
