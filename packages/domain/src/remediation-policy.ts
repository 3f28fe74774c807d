/** What an organization lets Kept do about a loop automatically. Nothing by default. */
import * as z from 'zod'
import { remediationStepSchema } from './loop-rule.ts'

export const remediationPolicySchema = z.object({
  /** The main switch; each rule has one of its own beside it. */
  automatic: z.boolean(),
  /** The furthest step for any rule. */
  max_step: remediationStepSchema,
  /** Automatic actions in any hour; beyond it people are notified and nothing is done. */
  max_per_hour: z.int().min(1).max(100),
})
export type RemediationPolicy = z.infer<typeof remediationPolicySchema>

export const defaultPolicy: RemediationPolicy = { automatic: false, max_step: 'throttle', max_per_hour: 3 }
