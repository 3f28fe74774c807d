/** The rules of loop detection: for each type a volume with its unit, which users may set; the shape is fixed. */

import * as z from 'zod'
import { type LoopCriteria, loopCriteriaSchema, loopTypeSchema } from './loop.ts'
import type { LoopType } from './loop-types.ts'
import { nameSchema } from './name.ts'

/** What may be counted, and in which unit. The first three are the sample thresholds everyone knows. */
export const thresholdUnits = {
  iteration_count: 'iterations inside one lineage or of one key, per window',
  memory_growth_rate: 'MiB per window',
  scaling_events: 'changes of size, per window',
  retry_count: 'attempts beyond the first, per window',
  cyclic_traces: 'traces that go around three times or more, per window',
  call_count: 'calls of one client to one endpoint, per window',
  statement_count: 'statements of one fingerprint, per window',
  delivery_count: 'deliveries to one receiver, per window',
  redo_count: 'records processed again, per window',
  expression: 'minutes in which the expression holds, per window',
} as const
export type ThresholdType = keyof typeof thresholdUnits

export const defaultCriteria: Record<LoopType, LoopCriteria & { threshold_type: ThresholdType }> = {
  recursive_function: { threshold_type: 'iteration_count', threshold_value: 1000, measurement_window_minutes: 5 },
  infinite_retry: { threshold_type: 'retry_count', threshold_value: 500, measurement_window_minutes: 5 },
  circular_dependency: { threshold_type: 'cyclic_traces', threshold_value: 5, measurement_window_minutes: 5 },
  memory_leak_loop: { threshold_type: 'memory_growth_rate', threshold_value: 100, measurement_window_minutes: 10 },
  api_polling_loop: { threshold_type: 'call_count', threshold_value: 1000, measurement_window_minutes: 5 },
  database_query_loop: { threshold_type: 'statement_count', threshold_value: 1000, measurement_window_minutes: 5 },
  auto_scaling_loop: { threshold_type: 'scaling_events', threshold_value: 10, measurement_window_minutes: 15 },
  webhook_loop: { threshold_type: 'delivery_count', threshold_value: 1000, measurement_window_minutes: 5 },
  batch_processing_loop: { threshold_type: 'redo_count', threshold_value: 1000, measurement_window_minutes: 15 },
  custom_pattern: { threshold_type: 'expression', threshold_value: 1, measurement_window_minutes: 5 },
}

export const remediationStepSchema = z.enum(['notify', 'throttle', 'stop'])
export type RemediationStep = z.infer<typeof remediationStepSchema>

export const loopRuleSchema = z.object({
  id: z.string().min(1).max(100),
  name: nameSchema(200),
  loop_type: loopTypeSchema,
  enabled: z.boolean().default(true),
  detection_criteria: loopCriteriaSchema,
  /** Of custom patterns alone: what must hold, in the language of docs/guides/loops.md. */
  expression: z.string().max(2000).nullable().default(null),
  /** Resources that may do this: ids or names, `*` for any run of characters. */
  allow: z.array(z.string().min(1).max(500)).max(1000).default([]),
  auto_remediation: z
    .object({
      enabled: z.boolean().default(false),
      max_step: remediationStepSchema.default('notify'),
      /** Nothing is done below this cost. */
      above_hourly_cost: z.string().default('10'),
      dry_run: z.boolean().default(true),
      revert_after_minutes: z.number().int().positive().max(1440).default(60),
    })
    .default({ enabled: false, max_step: 'notify', above_hourly_cost: '10', dry_run: true, revert_after_minutes: 60 }),
})
export type LoopRule = z.infer<typeof loopRuleSchema>

/** One rule for each built-in type, with the thresholds above. */
export function defaultRules(): LoopRule[] {
  return Object.entries(defaultCriteria)
    .filter(([type]) => type !== 'custom_pattern')
    .map(([type, detection_criteria]) =>
      loopRuleSchema.parse({ id: type, name: type, loop_type: type, detection_criteria }),
    )
}
