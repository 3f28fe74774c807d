/** A remediation action or its dry run: the actor, the account, the outcome, and when it ends. */
import * as z from 'zod'
import { plannedRequestSchema, remediationTargetSchema, remedyStepSchema } from './remediation.ts'

/** `waiting`: the resource is marked, and deleted when its grace period has ended. */
const actionStates = ['planned', 'doing', 'waiting', 'done', 'undoing', 'undone', 'left', 'failed'] as const
const actionStateSchema = z.enum(actionStates)
export type ActionState = (typeof actionStates)[number]

export const remediationActionSchema = z.object({
  id: z.uuid(),
  /** What it was done about. */
  subject: z.enum(['loop', 'environment', 'recommendation']),
  subject_id: z.string(),
  step: remedyStepSchema,
  target: remediationTargetSchema.pick({ provider: true, kind: true, id: true, name: true, region: true }),
  account_name: z.string(),
  /** Decided by Kept within its guards; else by the person named. */
  automatic: z.boolean(),
  actor_name: z.string(),
  state: actionStateSchema,
  /** What it does, and what its undo does, in a sentence each. */
  description: z.string(),
  undo_description: z.string(),
  /** What an undo does not restore, and what it costs; "" where it restores everything. */
  undo_price: z.string(),
  /** What is sent, without credentials. */
  requests: z.array(plannedRequestSchema),
  /** Sent first, where the deletion waits for a grace period; `requests` are sent when it has ended. */
  mark_requests: z.array(plannedRequestSchema),
  /** The days of the grace period; 0 without one. */
  grace_days: z.int(),
  /** When the resource is deleted unless it is restored; null without a grace period. Of a dry run, as if it began now. */
  delete_after: z.iso.datetime().nullable(),
  permissions: z.array(z.string()),
  at: z.iso.datetime(),
  /** When Kept undoes it; null: only when a person does. */
  revert_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  /** Why it failed, was left as it is, or why the deletion was put off. */
  failure_reason: z.string(),
})
export type RemediationAction = z.infer<typeof remediationActionSchema>
