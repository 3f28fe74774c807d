/** A remediation action or its dry run: the actor, the account, the outcome, and when it ends. */
import * as z from 'zod'
import { plannedRequestSchema, remediationTargetSchema, remedyStepSchema } from './remediation.ts'

const actionStates = ['planned', 'doing', 'done', 'undoing', 'undone', 'left', 'failed'] as const
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
  permissions: z.array(z.string()),
  at: z.iso.datetime(),
  /** When Kept undoes it; null: only when a person does. */
  revert_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  /** Why it failed or was left as it is. */
  failure_reason: z.string(),
})
export type RemediationAction = z.infer<typeof remediationActionSchema>
