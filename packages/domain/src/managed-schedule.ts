/** A schedule in force: who switched it on, what it asks for now, and what people asked for instead. */
import * as z from 'zod'
import { actionStateSchema } from './savings-record.ts'
import { scheduleExceptionSchema, weekScheduleSchema } from './schedule.ts'

/** `unmanaged`: snoozed, so Kept neither starts nor stops it. */
const desiredStateSchema = z.enum(['on', 'off', 'unmanaged'])
export type DesiredState = z.infer<typeof desiredStateSchema>

/** What of the bill an environment consists of: what is started and stopped. */
export const environmentResourceSchema = z.object({
  id: z.string().min(1),
  name: z.string().default(''),
  region: z.string().default(''),
  tags: z.record(z.string(), z.string()).default({}),
})
export type EnvironmentResource = z.output<typeof environmentResourceSchema>

/** `kept`: Kept starts and stops it; `by_hand`: the customer's own tools do. */
export const switchedBySchema = z.enum(['kept', 'by_hand'])
export type SwitchedBy = z.infer<typeof switchedBySchema>

const storedExceptionSchema = scheduleExceptionSchema.extend({ id: z.uuid(), created_by: z.string() })
export type StoredException = z.infer<typeof storedExceptionSchema>

/** One time Kept started or stopped something, or could not. */
const switchSchema = z.object({
  at: z.iso.datetime(),
  step: z.enum(['start', 'stop']),
  done: z.boolean(),
  message: z.string(),
})
export type Switch = z.infer<typeof switchSchema>

export const managedScheduleSchema = z.object({
  environment_id: z.string(),
  environment_name: z.string(),
  schedule: weekScheduleSchema,
  weekly_hours: z.int(),
  switched_by: switchedBySchema,
  applied_by: z.string(),
  applied_at: z.iso.datetime(),
  /** What it asks for now, exceptions included. */
  desired_state: desiredStateSchema,
  /** When that changes next, and to what; null when nothing changes within eight days. */
  next_change: z.object({ at: z.iso.datetime(), desired_state: desiredStateSchema }).nullable(),
  /** What was last asked of the cloud with success; null before the first time. */
  reached: desiredStateSchema.nullable(),
  /** Why the last try failed, in one sentence; it is tried again every five minutes. */
  failure_reason: z.string(),
  /** Those that hold now or later. */
  exceptions: z.array(storedExceptionSchema),
  /** The latest, at most twenty. */
  switches: z.array(switchSchema),
  /** In the savings ledger, one for each resource; the reason says why one does not count. */
  actions: z.array(z.object({ id: z.uuid(), state: actionStateSchema, reason: z.string() })),
})
export type ManagedSchedule = z.infer<typeof managedScheduleSchema>
