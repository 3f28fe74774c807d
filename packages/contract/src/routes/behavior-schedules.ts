import { actionApprovalSchema } from '@kept/domain/action-approval.ts'
import { managedScheduleSchema } from '@kept/domain/managed-schedule.ts'
import { remediationScriptSchema } from '@kept/domain/remediation.ts'
import * as z from 'zod'
import { environmentParameter, scheduleExceptionInput } from '../inputs/behavior.ts'
import { answer, route } from '../route.ts'

const tag = 'Developer behavior'
const basePath = '/v1/developer-behavior'

/** Whether Kept can start and stop an environment, and how to do it by hand. */
export const scheduleAccessSchema = z.object({
  by_kept: z.boolean(),
  /** Empty when it can. */
  skip_reasons: z.string(),
  scripts: z.array(z.object({ resource: z.string(), stop: remediationScriptSchema, start: remediationScriptSchema })),
})
export type ScheduleAccess = z.infer<typeof scheduleAccessSchema>

/** A dry run for one resource: the calls, and how to revert them. */
export const plannedSwitchSchema = z.object({
  resource: z.string(),
  description: z.string(),
  undo_description: z.string(),
  requests: z.array(z.object({ method: z.string(), url: z.string() })),
  permissions: z.array(z.string()),
})
export type PlannedSwitch = z.infer<typeof plannedSwitchSchema>

/** A schedule, and what was asked for instead of done. */
const requestedScheduleSchema = managedScheduleSchema.extend({
  /** Waits for a second person; null: it was done. */
  approval: actionApprovalSchema.nullable(),
})
export type RequestedSchedule = z.infer<typeof requestedScheduleSchema>

export const behaviorSchedules = {
  list: route({
    method: 'GET',
    path: `${basePath}/schedules`,
    summary: 'List active schedules',
    description: 'Each with its desired state, the next change and the switches made so far.',
    tag,
    needs: 'behavior:read',
    input: z.object({}),
    output: answer(z.array(managedScheduleSchema)),
  }),
  undo: route({
    method: 'POST',
    path: `${basePath}/environments/{id}/undo`,
    summary: 'End a schedule',
    description: 'Restores the environment to its state before Kept stopped it.',
    tag,
    needs: 'behavior:write',
    input: z.object(environmentParameter),
    output: answer(z.object({ messages: z.array(z.string()) })),
  }),
  addException: route({
    method: 'POST',
    path: `${basePath}/environments/{id}/exceptions`,
    summary: 'Add a schedule exception',
    description:
      'Snoozes the schedule, or keeps the environment on or off, until a given time. Where the security policy Approvals demands it, keeping it off waits for a second person.',
    tag,
    needs: 'behavior:write',
    input: scheduleExceptionInput,
    output: answer(requestedScheduleSchema),
  }),
  removeException: route({
    method: 'DELETE',
    path: `${basePath}/environments/{id}/exceptions/{exception}`,
    summary: 'Remove a schedule exception',
    description: 'The schedule applies again.',
    tag,
    needs: 'behavior:write',
    input: z.object({ ...environmentParameter, exception: z.uuid() }),
    output: answer(managedScheduleSchema),
  }),
  start: route({
    method: 'POST',
    path: `${basePath}/environments/{id}/start`,
    summary: 'Start an environment now',
    description: 'Keeps it on for some hours, whatever its schedule says.',
    tag,
    needs: 'behavior:write',
    input: z.object({
      ...environmentParameter,
      hours: z.int().min(1).max(72).default(2),
      reason: z.string().max(500).default(''),
    }),
    output: answer(requestedScheduleSchema),
  }),
}
