import {
  autopilotChangeSchema,
  autopilotPolicySchema,
  autopilotRunSchema,
  autopilotSettingsSchema,
  autopilotSwitchSchema,
} from '@kept/domain/autopilot.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'
import { autopilotPolicyInput } from '../inputs/autopilot.ts'
import { answer, route } from '../route.ts'

const tag = 'Autopilot'

const runWithChangesSchema = autopilotRunSchema.extend({ changes: z.array(autopilotChangeSchema) })
export type AutopilotRunWithChanges = z.infer<typeof runWithChangesSchema>

const dryRunSchema = z.object({
  /** What it would have done, day after day. */
  changes: z.array(
    z.object({
      day: z.iso.date(),
      recommendation_id: z.uuid(),
      resource_id: z.string(),
      resource_name: z.string(),
      rule: z.string(),
      monthly_savings: decimalSchema,
      currency: currencySchema,
    }),
  ),
  monthly_savings: z.array(z.object({ currency: currencySchema, amount: decimalSchema })),
  /** Why recommendations of these rules and this scope would not have been carried out, the most frequent first. */
  skipped: z.array(z.object({ reason: z.string(), count: z.int() })),
  scope_resources: z.int(),
  days: z.int(),
})
export type AutopilotDryRun = z.infer<typeof dryRunSchema>

export const autopilot = {
  list: route({
    method: 'GET',
    path: '/v1/autopilot/policies',
    summary: 'List autopilot policies',
    description: '`meta.rules`: the savings rules whose recommendations Kept can carry out.',
    tag,
    needs: 'recommendations:read',
    input: z.object({}),
    output: z.object({
      data: z.array(autopilotPolicySchema),
      meta: z.object({ rules: z.array(z.object({ id: z.string(), title: z.string() })) }),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/v1/autopilot/policies',
    summary: 'Create an autopilot policy',
    description: 'It acts only within its conditions, times and limits. Turned off unless `enabled` is set.',
    tag,
    needs: 'organization:write',
    input: autopilotPolicyInput,
    output: answer(autopilotPolicySchema),
  }),
  update: route({
    method: 'PUT',
    path: '/v1/autopilot/policies/{id}',
    summary: 'Update an autopilot policy',
    description: 'Runs that go on keep the settings they started with. A policy that is turned off stops its run.',
    tag,
    needs: 'organization:write',
    input: autopilotPolicyInput.extend({ id: z.uuid() }),
    output: answer(autopilotPolicySchema),
  }),
  remove: route({
    method: 'DELETE',
    path: '/v1/autopilot/policies/{id}',
    summary: 'Delete an autopilot policy',
    description: 'Stops its run. What it changed stays, with its history.',
    tag,
    needs: 'organization:write',
    input: z.object({ id: z.uuid() }),
    output: answer(z.object({ deleted: z.literal(true) })),
  }),
  dryRun: route({
    method: 'POST',
    path: '/v1/autopilot/dry-run',
    summary: 'Dry run of an autopilot policy',
    description: 'What these settings would have done in the last 30 days. Changes nothing.',
    tag,
    needs: 'recommendations:read',
    idempotency: 'safe',
    input: autopilotSettingsSchema,
    output: answer(dryRunSchema),
  }),
  run: route({
    method: 'POST',
    path: '/v1/autopilot/policies/{id}/run',
    summary: 'Run an autopilot policy now',
    description: 'Starts a run at once instead of at the next day. Returns null where there is nothing to change.',
    tag,
    needs: 'organization:write',
    input: z.object({ id: z.uuid() }),
    output: answer(runWithChangesSchema.nullable()),
  }),
  runs: route({
    method: 'GET',
    path: '/v1/autopilot/runs',
    summary: 'List autopilot runs',
    description: 'The newest 50, each with its changes and their states.',
    tag,
    needs: 'recommendations:read',
    input: z.object({}),
    output: answer(z.array(runWithChangesSchema)),
  }),
  readSwitch: route({
    method: 'GET',
    path: '/v1/autopilot/kill-switch',
    summary: 'Get the kill switch',
    tag,
    needs: 'recommendations:read',
    input: z.object({}),
    output: answer(autopilotSwitchSchema),
  }),
  stop: route({
    method: 'POST',
    path: '/v1/autopilot/stop',
    summary: 'Stop all changes',
    description:
      'The kill switch. Within a second, nothing new starts and what is going on is stopped and taken back, in every process. Undoing and starting resources stay possible.',
    tag,
    needs: 'recommendations:act',
    idempotency: 'idempotent',
    input: z.object({ reason: z.string().trim().max(300).default('') }),
    output: answer(autopilotSwitchSchema),
  }),
  resume: route({
    method: 'POST',
    path: '/v1/autopilot/resume',
    summary: 'Turn off the kill switch',
    description: 'Stopped runs stay stopped. New ones may start.',
    tag,
    needs: 'organization:write',
    idempotency: 'idempotent',
    input: z.object({}),
    output: answer(autopilotSwitchSchema),
  }),
}
