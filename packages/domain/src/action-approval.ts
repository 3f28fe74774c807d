/** A remediation action that waits for a second person, and what that person decided. */
import * as z from 'zod'
import { approvalStates } from './autopilot-states.ts'
import { currencySchema, decimalSchema } from './money.ts'
import { remedyStepSchema } from './remediation.ts'

export const actionApprovalSchema = z.object({
  id: z.uuid(),
  recommendation_id: z.uuid(),
  step: remedyStepSchema,
  /** What would be done, in one sentence. */
  description: z.string(),
  /** Null: not estimated. */
  monthly_savings: decimalSchema.nullable(),
  currency: currencySchema,
  /** Why a second person decides. */
  reason: z.string(),
  asker_name: z.string(),
  /** Autopilot would carry it out; else the person who asked. */
  is_automatic: z.boolean(),
  state: z.enum(approvalStates),
  note: z.string(),
  decided_by: z.string(),
  decided_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type ActionApproval = z.infer<typeof actionApprovalSchema>
