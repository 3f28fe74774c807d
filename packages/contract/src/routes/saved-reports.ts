import { reportDefinitionSchema, reportInput, reportScheduleSchema } from '@kept/domain/report.ts'
import { reportDocumentSchema } from '@kept/domain/report-document.ts'
import { exportFormats, reportDeliveryStatuses, reportRunStatuses } from '@kept/domain/report-labels.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Reports'

const savedReportSchema = z.object({
  id: z.uuid(),
  definition: reportDefinitionSchema,
  owner: z.object({ id: z.uuid().nullable(), name: z.string() }),
  schedule: reportScheduleSchema.nullable(),
  next_run_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** The caller may change it: its owner, and admins if it is shared. */
  can_edit: z.boolean(),
})
export type SavedReportAnswer = z.infer<typeof savedReportSchema>

const reportTemplateSchema = z.object({
  id: z.string(),
  description: z.string(),
  definition: reportDefinitionSchema,
})

const reportRunSchema = z.object({
  id: z.uuid(),
  status: z.enum(reportRunStatuses),
  /** The scheduled time; null for a run that a person started. */
  occurrence_at: z.iso.datetime().nullable(),
  started_by: z.string(),
  error: z.string(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  deliveries: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(['email', 'channel']),
      /** The address of the recipient, or the name of the channel. */
      target: z.string(),
      formats: z.array(z.enum(exportFormats)),
      status: z.enum(reportDeliveryStatuses),
      result: z.string(),
      finished_at: z.iso.datetime().nullable(),
    }),
  ),
})
export type ReportRunAnswer = z.infer<typeof reportRunSchema>

const id = z.string().max(80)
const removed = answer(z.object({ removed: z.literal(true) }))

export const savedReports = {
  list: route({
    method: 'GET',
    path: '/v1/saved-reports',
    summary: 'List saved reports',
    description: 'Shared reports of the organization and your own, by name.',
    tag,
    needs: 'costs:read',
    input: z.object({}),
    output: answer(z.array(savedReportSchema)),
  }),
  templates: route({
    method: 'GET',
    path: '/v1/report-templates',
    summary: 'List report templates',
    description: 'Definitions to begin a report with.',
    tag,
    needs: 'costs:read',
    input: z.object({}),
    output: answer(z.array(reportTemplateSchema)),
  }),
  create: route({
    method: 'POST',
    path: '/v1/saved-reports',
    summary: 'Create a saved report',
    tag,
    needs: 'alerts:write',
    input: reportDefinitionSchema,
    output: answer(savedReportSchema),
  }),
  preview: route({
    method: 'POST',
    path: '/v1/saved-reports/preview',
    idempotency: 'safe',
    summary: 'Preview a report',
    description: 'The figures of a definition. Nothing is saved.',
    tag,
    needs: 'costs:read',
    input: reportDefinitionSchema,
    output: answer(reportDocumentSchema),
  }),
  document: route({
    method: 'GET',
    path: '/v1/saved-reports/{id}/document',
    summary: 'Get the figures of a saved report',
    description: 'As of now. Each figure is rounded once, and every file shows the same digits.',
    tag,
    needs: 'costs:read',
    input: z.object({ id }),
    output: answer(reportDocumentSchema),
  }),
  change: route({
    method: 'PATCH',
    path: '/v1/saved-reports/{id}',
    summary: 'Update a saved report',
    description: 'By its owner, or by an admin if it is shared.',
    tag,
    needs: 'alerts:write',
    input: z.strictObject(reportInput).partial().extend({ id }),
    output: answer(savedReportSchema),
  }),
  remove: route({
    method: 'DELETE',
    path: '/v1/saved-reports/{id}',
    summary: 'Delete a saved report',
    description: 'Its schedule and its history are deleted too.',
    tag,
    needs: 'alerts:write',
    input: z.object({ id }),
    output: removed,
  }),
  setSchedule: route({
    method: 'PUT',
    path: '/v1/saved-reports/{id}/schedule',
    summary: 'Schedule a saved report',
    description:
      'Sends it to members by email, with files, and to Slack and Teams channels. Each occurrence is recorded before it is sent, and sent once.',
    tag,
    needs: 'alerts:write',
    input: z.strictObject({ id, ...reportScheduleSchema.shape }),
    output: answer(savedReportSchema),
  }),
  removeSchedule: route({
    method: 'DELETE',
    path: '/v1/saved-reports/{id}/schedule',
    summary: 'Remove the schedule of a saved report',
    tag,
    needs: 'alerts:write',
    input: z.object({ id }),
    output: answer(savedReportSchema),
  }),
  runs: route({
    method: 'GET',
    path: '/v1/saved-reports/{id}/runs',
    summary: 'List the runs of a saved report',
    description: 'Newest first, with the messages that were sent.',
    tag,
    needs: 'costs:read',
    input: z.object({ id }),
    output: answer(z.array(reportRunSchema)),
  }),
  run: route({
    method: 'POST',
    path: '/v1/saved-reports/{id}/runs',
    summary: 'Run a saved report',
    description: 'Keeps its figures in the history. With `send`, the recipients of its schedule receive it.',
    tag,
    needs: 'alerts:write',
    input: z.object({ id, send: z.boolean().default(false) }),
    output: answer(z.array(reportRunSchema)),
  }),
  sendRun: route({
    method: 'POST',
    path: '/v1/saved-reports/{id}/runs/{run_id}/send',
    summary: 'Send a run again',
    description: 'With the figures of the run, to the recipients of the schedule.',
    tag,
    needs: 'alerts:write',
    input: z.object({ id, run_id: id }),
    output: answer(z.array(reportRunSchema)),
  }),
}
