import { managedScheduleSchema } from '@kept/domain/managed-schedule.ts'
import { remediationScriptSchema } from '@kept/domain/remediation.ts'
import { scheduleExceptionSchema } from '@kept/domain/schedule.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Developer behavior'
const at = '/v1/developer-behavior'

/** Whether Kept could switch an environment itself, and the same for one's own hands. */
export const scheduleAccessSchema = z.object({
  by_kept: z.boolean(),
  /** "" when it can. */
  why_not: z.string(),
  scripts: z.array(z.object({ resource: z.string(), stop: remediationScriptSchema, start: remediationScriptSchema })),
})
export type ScheduleAccess = z.infer<typeof scheduleAccessSchema>

/** A dry run of one resource: what would be called, and how it would be undone. */
export const plannedSwitchSchema = z.object({
  resource: z.string(),
  words: z.string(),
  undo_words: z.string(),
  requests: z.array(z.object({ method: z.string(), url: z.string() })),
  permissions: z.array(z.string()),
})
export type PlannedSwitch = z.infer<typeof plannedSwitchSchema>

const environment = { id: z.string().min(1).max(500) }

export const behaviorSchedules = {
  list: route({
    method: 'GET',
    path: `${at}/schedules`,
    summary: 'Schedules in force: what each asks for now, when that changes, what was done',
    tag,
    needs: 'behavior:read',
    input: z.object({}),
    output: answer(z.array(managedScheduleSchema)),
  }),
  undo: route({
    method: 'POST',
    path: `${at}/environments/{id}/undo`,
    summary: 'Ends a schedule and puts the environment back as it was before Kept stopped it',
    tag,
    needs: 'behavior:write',
    input: z.object(environment),
    output: answer(z.object({ words: z.array(z.string()) })),
  }),
  except: route({
    method: 'POST',
    path: `${at}/environments/{id}/exceptions`,
    summary: 'Otherwise for a while: snoozed, kept on, or kept off',
    tag,
    needs: 'behavior:write',
    input: scheduleExceptionSchema.extend(environment),
    output: answer(managedScheduleSchema),
  }),
  removeException: route({
    method: 'DELETE',
    path: `${at}/environments/{id}/exceptions/{exception}`,
    summary: 'The schedule holds again',
    tag,
    needs: 'behavior:write',
    input: z.object({ ...environment, exception: z.uuid() }),
    output: answer(managedScheduleSchema),
  }),
  start: route({
    method: 'POST',
    path: `${at}/environments/{id}/start`,
    summary: 'Starts it now and keeps it on for some hours, whatever its schedule says',
    tag,
    needs: 'behavior:write',
    input: z.object({
      ...environment,
      hours: z.int().min(1).max(72).default(2),
      reason: z.string().max(500).default(''),
    }),
    output: answer(managedScheduleSchema),
  }),
}
