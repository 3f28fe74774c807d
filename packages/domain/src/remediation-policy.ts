/** What an organization lets Kept do by itself about a loop. Nothing, as long as nobody says otherwise. */
import * as z from 'zod'
import { remediationStepSchema } from './loop-rule.ts'

export const remediationPolicySchema = z.object({
  /** The main switch; each rule has one of its own beside it. */
  automatic: z.boolean(),
  /** The furthest step for any rule. */
  max_step: remediationStepSchema,
  /** Deeds without a person in any hour; beyond it people are told and nothing is done. */
  max_per_hour: z.int().min(1).max(100),
})
export type RemediationPolicy = z.infer<typeof remediationPolicySchema>

export const defaultPolicy: RemediationPolicy = { automatic: false, max_step: 'throttle', max_per_hour: 3 }
