/** A change in a cloud that waits for a second person, and what that person decided. */
import * as z from 'zod'
import { approvalStates } from './autopilot-states.ts'
import { environmentResourceSchema } from './managed-schedule.ts'
import { currencySchema, decimalSchema } from './money.ts'
import { remedyStepSchema } from './remediation.ts'
import { remediationActionSchema } from './remediation-action.ts'
import { scheduleChoiceSchema, scheduleExceptionSchema, weekScheduleSchema } from './schedule.ts'

const approvalSubjectSchema = remediationActionSchema.shape.subject
export type ApprovalSubject = z.infer<typeof approvalSubjectSchema>

/** What is carried out once it is approved, exactly as it was asked for. A recommendation has its dry run alone. */
export const approvedRequestSchema = z.discriminatedUnion('kind', [
  /** Beside its dry run. Null: reverted only by hand. */
  z.object({ kind: z.literal('stop_loop'), revert_after_minutes: z.int().nullable() }),
  z.object({
    kind: z.literal('apply_schedule'),
    environment_name: z.string(),
    schedule: weekScheduleSchema,
    choice: scheduleChoiceSchema,
    resources: z.array(environmentResourceSchema),
  }),
  z.object({ kind: z.literal('keep_off'), environment_name: z.string(), exception: scheduleExceptionSchema }),
])
export type ApprovedRequest = z.infer<typeof approvedRequestSchema>

export const actionApprovalSchema = z.object({
  id: z.uuid(),
  /** What it is about. */
  subject: approvalSubjectSchema,
  subject_id: z.string(),
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
