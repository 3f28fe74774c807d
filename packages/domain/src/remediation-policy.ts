/** What an organization lets Kept do about a loop automatically, which is nothing by default; and how long what a remedy deletes waits first. */
import * as z from 'zod'
import { graceDaysWith, graceKinds, maxGraceDays } from './grace-period.ts'
import { remediationStepSchema } from './loop-rule.ts'

const graceDaySchema = z.int().min(0).max(maxGraceDays)
const graceKindSchema = z.enum(graceKinds)

export const remediationPolicySchema = z.object({
  /** The main switch; each rule has one of its own beside it. */
  automatic: z.boolean(),
  /** The furthest step for any rule. */
  max_step: remediationStepSchema,
  /** Automatic actions in any hour; beyond it people are notified and nothing is done. */
  max_per_hour: z.int().min(1).max(100),
  /** Days between the mark on a resource and its deletion, by its kind. 0: deleted at once. */
  grace_days: z.record(graceKindSchema, graceDaySchema),
})
export type RemediationPolicy = z.infer<typeof remediationPolicySchema>

/** Kinds that are left out keep what is set. */
export const remediationPolicyInputSchema = remediationPolicySchema.extend({
  grace_days: z.partialRecord(graceKindSchema, graceDaySchema).default({}),
})
export type RemediationPolicyInput = z.output<typeof remediationPolicyInputSchema>

export const defaultPolicy: RemediationPolicy = {
  automatic: false,
  max_step: 'throttle',
  max_per_hour: 3,
  grace_days: graceDaysWith({}),
}
