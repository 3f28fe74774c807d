import { incidentFieldsSchema } from '@kept/domain/security-incident.ts'
import {
  incidentEntryKinds,
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

const entrySchema = z.object({
  id: z.uuid(),
  kind: z.enum(incidentEntryKinds),
  text: z.string(),
  actor_name: z.string(),
  created_at: moment,
})

const incidentWithTimelineSchema = incidentSchema.extend({
  /** What it can become next. */
  next: z.array(z.enum(incidentStatuses)),
  /** Oldest first. */
  timeline: z.array(entrySchema),
})
export type IncidentWithTimeline = z.infer<typeof incidentWithTimelineSchema>

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
      source_id: z.string().min(1).max(200).nullable().default(null),
    }),
    output: answer(incidentWithTimelineSchema),
  }),
  update: route({
    method: 'PATCH',
    path: '/v1/security/{organization}/incidents/{id}',
    summary: 'Update a security incident',
    description: 'Changes its fields, moves it to its next status, or adds a comment to its timeline.',
    tag,
    needs: 'security:write',
    input: z.strictObject({
      organization,
      id,
      ...incidentFieldsSchema.partial().shape,
      status: z.enum(incidentStatuses).optional(),
      comment: z.string().trim().min(1).max(10_000).optional(),
    }),
    output: answer(incidentWithTimelineSchema),
  }),
}
