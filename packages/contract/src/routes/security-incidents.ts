import {
  incidentActionFieldsSchema,
  incidentFieldsSchema,
  MAX_INCIDENT_ACTIONS,
} from '@kept/domain/security-incident.ts'
import {
  incidentEntryKinds,
  incidentReferenceKinds,
  incidentSeverities,
  incidentSources,
  incidentStatuses,
} from '@kept/domain/security-incident-states.ts'
import * as z from 'zod'
import { answer, pageInput, pageOf, route } from '../route.ts'

const tag = 'Security'

/** ID or slug of the caller's own organization. */
const organization = z.string().min(1).max(80)
const id = z.uuid()
const moment = z.iso.datetime()

/** Changes with its fields; what a change of them was based on. */
const version = z.string().max(200)

const incidentSchema = z.object({
  id: z.uuid(),
  /** Consecutive within the organization. */
  number: z.int(),
  ...incidentFieldsSchema.shape,
  status: z.enum(incidentStatuses),
  /** Empty without a commander. */
  commander_name: z.string(),
  source: z.enum(incidentSources),
  source_id: z.string().nullable(),
  opened_by: z.string(),
  opened_at: moment,
  mitigated_at: moment.nullable(),
  resolved_at: moment.nullable(),
  closed_at: moment.nullable(),
  updated_at: moment,
})
export type SecurityIncident = z.infer<typeof incidentSchema>

const referenceSchema = z.strictObject({ kind: z.enum(incidentReferenceKinds), id: z.string().min(1).max(200) })

const entrySchema = z.object({
  id: z.uuid(),
  kind: z.enum(incidentEntryKinds),
  text: z.string(),
  /** What an attached entry refers to. */
  reference: referenceSchema.nullable(),
  actor_name: z.string(),
  created_at: moment,
})

const actionSchema = z.object({
  id: z.uuid(),
  ...incidentActionFieldsSchema.shape,
  /** Empty without an owner. */
  owner_name: z.string(),
  done_at: moment.nullable(),
  created_by: z.string(),
  created_at: moment,
  /** Not done, and its last day has passed. */
  is_overdue: z.boolean(),
  version,
})
export type IncidentAction = z.infer<typeof actionSchema>

const incidentWithTimelineSchema = incidentSchema.extend({
  /** What it can become next. */
  next: z.array(z.enum(incidentStatuses)),
  version,
  /** Oldest first. */
  timeline: z.array(entrySchema),
  /** What is to be done after it, in the order in which it was added. */
  actions: z.array(actionSchema),
})
export type IncidentWithTimeline = z.infer<typeof incidentWithTimelineSchema>

const postmortemFormats = ['markdown', 'pdf'] as const
export const postmortemQuery = z.object({ format: z.enum(postmortemFormats).default('markdown') })

const action = incidentActionFieldsSchema.shape
const { title, description, commander_id, resources, impact } = incidentFieldsSchema.shape

export const securityIncidents = {
  list: route({
    method: 'GET',
    path: '/v1/security/{organization}/incidents',
    summary: 'List security incidents',
    description: 'Newest first.',
    tag,
    needs: 'security:read',
    input: z.object({ organization, ...pageInput, state: z.enum(['all', 'active']).default('all') }),
    output: pageOf(incidentSchema),
  }),
  get: route({
    method: 'GET',
    path: '/v1/security/{organization}/incidents/{id}',
    summary: 'Get a security incident',
    description: 'With its timeline.',
    tag,
    needs: 'security:read',
    input: z.object({ organization, id }),
    output: answer(incidentWithTimelineSchema),
  }),
  open: route({
    method: 'POST',
    path: '/v1/security/{organization}/incidents',
    summary: 'Open a security incident',
    tag,
    needs: 'security:write',
    input: z.strictObject({
      organization,
      title,
      severity: z.enum(incidentSeverities).default('SEV3'),
      description: description.default(''),
      commander_id: commander_id.default(null),
      resources: resources.default([]),
      impact: impact.default(null),
      source: z.enum(incidentSources).default('manual'),
      /** The ID of the loop, anomaly or audit event; of a failing check, "cloud/<ID of the scan>/<ID of the check>". */
      source_id: z.string().min(1).max(200).nullable().default(null),
    }),
    output: answer(incidentWithTimelineSchema),
  }),
  update: route({
    method: 'PATCH',
    path: '/v1/security/{organization}/incidents/{id}',
    summary: 'Update a security incident',
    description:
      'Changes its fields, moves it to its next status, or adds to its timeline: a comment, or an audit event, loop, anomaly or scan. With the version that was read, a field that someone else changed meanwhile is refused with 409; other fields may have changed.',
    tag,
    needs: 'security:write',
    input: z.strictObject({
      organization,
      id,
      ...incidentFieldsSchema.partial().shape,
      version: version.optional(),
      status: z.enum(incidentStatuses).optional(),
      comment: z.string().trim().min(1).max(10_000).optional(),
      attach: referenceSchema.optional(),
    }),
    output: answer(incidentWithTimelineSchema),
  }),
  addAction: route({
    method: 'POST',
    path: '/v1/security/{organization}/incidents/{id}/actions',
    summary: 'Add an action to an incident',
    description: `What is to be done after it, with an owner and a due date. At most ${MAX_INCIDENT_ACTIONS} for each incident, also when it is closed.`,
    tag,
    needs: 'security:write',
    input: z.strictObject({
      ...{ organization, id, title: action.title },
      owner_id: action.owner_id.default(null),
      due_on: action.due_on.default(null),
    }),
    output: answer(incidentWithTimelineSchema),
  }),
  updateAction: route({
    method: 'PATCH',
    path: '/v1/security/{organization}/incidents/{id}/actions/{action_id}',
    summary: 'Update an action of an incident',
    description:
      'Its title, owner and due date, and whether it is done. With the version that was read, a field that someone else changed meanwhile is refused with 409.',
    tag,
    needs: 'security:write',
    input: z.strictObject({
      ...{ organization, id, action_id: z.uuid() },
      ...incidentActionFieldsSchema.partial().shape,
      version: version.optional(),
      done: z.boolean().optional(),
    }),
    output: answer(incidentWithTimelineSchema),
  }),
  removeAction: route({
    method: 'DELETE',
    path: '/v1/security/{organization}/incidents/{id}/actions/{action_id}',
    summary: 'Remove an action of an incident',
    description: 'The timeline keeps that it existed.',
    tag,
    needs: 'security:write',
    input: z.object({ organization, id, action_id: z.uuid() }),
    output: answer(incidentWithTimelineSchema),
  }),
}
