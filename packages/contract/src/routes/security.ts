import { auditEventSchema, auditOutcomes } from '@kept/domain/audit.ts'
import { daySchema } from '@kept/domain/day.ts'
import { roleSchema } from '@kept/domain/grants.ts'
import { checkSeverities, checkStatuses } from '@kept/domain/security-check.ts'
import { incidentSeverities, incidentStatuses } from '@kept/domain/security-incident-states.ts'
import { scanKinds } from '@kept/domain/security-scan.ts'
import * as z from 'zod'
import { answer, pageInput, pageMetaSchema, route } from '../route.ts'

const tag = 'Security'

/** ID or slug of the caller's own organization. */
const organization = z.string().min(1).max(80)
const term = z.string().min(1).max(200).optional()
const day = daySchema.optional()

const auditFilterSchema = z.object({
  actor: term.describe('ID or full name of who acted'),
  action: term.describe('For example budget.updated'),
  resource: term.describe('Type, such as budget, or ID of a resource'),
  outcome: z.enum(auditOutcomes).optional(),
  start_date: day.describe('First day, in UTC'),
  end_date: day.describe('The day after the last one, in UTC'),
  search: term.describe('A part of who, what, on what or from which address; or a complete request ID'),
})

export const auditExportFormats = ['csv', 'jsonl', 'pdf'] as const
export type AuditExportFormat = (typeof auditExportFormats)[number]
export const auditExportQuery = z.object({
  format: z.enum(auditExportFormats).default('jsonl'),
  ...auditFilterSchema.shape,
})

const auditProofSchema = z.object({
  intact: z.boolean(),
  /** Names the first event that does not hold; empty when all do. */
  failure_reason: z.string(),
  /** The first event that does not hold. */
  broken_seq: z.int().nullable(),
  events: z.int(),
  checkpoints: z.int(),
  head: z.object({ seq: z.int(), hash: z.string() }),
  verified_at: z.iso.datetime(),
})
export type AuditProof = z.infer<typeof auditProofSchema>

/** How many checks fail, by severity. */
const failingSchema = z.object({ critical: z.int(), high: z.int(), medium: z.int(), low: z.int() })

const riskSchema = z.object({
  id: z.string(),
  name: z.string(),
  severity: z.enum(checkSeverities).describe('That of the first reason'),
  /** The worst first. */
  reasons: z.array(
    z.object({
      check_id: z.string().nullable().describe('The check that fails by it; null: no check is about it'),
      severity: z.enum(checkSeverities),
      reason: z.string(),
      href: z.string().describe('The screen on which it is fixed'),
    }),
  ),
})
export type SecurityRisk = z.infer<typeof riskSchema>

const checkSchema = z.object({
  id: z.string(),
  title: z.string(),
  severity: z.enum(checkSeverities),
  status: z.enum(checkStatuses),
  /** What was found. */
  detail: z.string(),
  /** The screen on which it is fixed. */
  href: z.string(),
})

const securityOverviewSchema = z.object({
  /** `value` is `earned` as a share of `possible`, of 100: points of the checks that pass, of those that apply. */
  score: z.object({ value: z.int().min(0).max(100), earned: z.int(), possible: z.int() }),
  /** As recorded, the oldest day first, of the last 90 days. Days without a record are missing. The last one is today. */
  history: z.object({
    days: z.array(z.object({ day: z.iso.date(), score: z.int() })),
    /** Against 30 days ago; null while the history is younger. */
    change: z.object({ day: z.iso.date(), score: z.int(), points: z.int() }).nullable(),
  }),
  /** Failing ones first, each group by severity. */
  checks: z.array(checkSchema),
  /** Not resolved and not closed. */
  active_incidents: z.int(),
  /** The newest five, whatever their status. */
  incidents: z.array(
    z.object({
      id: z.uuid(),
      number: z.int(),
      title: z.string(),
      severity: z.enum(incidentSeverities),
      status: z.enum(incidentStatuses),
      opened_at: z.iso.datetime(),
    }),
  ),
  /** What is past its due date; actions of incidents that are not done, the oldest first, at most ten of `total`. */
  overdue: z.object({
    actions: z.object({
      total: z.int(),
      oldest: z.array(
        z.object({
          id: z.uuid(),
          title: z.string(),
          due_on: z.iso.date(),
          incident_id: z.uuid(),
          incident: z.string(),
        }),
      ),
    }),
    review: z
      .object({ id: z.uuid(), name: z.string(), due_at: z.iso.datetime(), pending: z.int() })
      .nullable()
      .describe('The access review whose due date has passed'),
  }),
  /** Over the last scans of every kind. No check belongs to two kinds. */
  failing_checks: failingSchema,
  /** One of each kind of scan, with the last one that completed; null: none did. */
  last_scans: z.array(
    z.object({
      kind: z.enum(scanKinds),
      scan: z
        .object({
          id: z.uuid(),
          completed_at: z.iso.datetime(),
          passed: z.int(),
          failed: z.int(),
          unknown: z.int(),
          failing_checks: failingSchema,
        })
        .nullable(),
    }),
  ),
  audit_log: z.object({
    events: z.int(),
    events_last_day: z.int(),
    denied_last_week: z.int(),
    head: z.object({ seq: z.int(), hash: z.string() }),
    last_checkpoint_seq: z.int(),
    last_checkpoint_at: z.iso.datetime().nullable(),
  }),
  /** Active users, and the worst twenty of those at risk: without a second factor, inactive, or able to raise permissions. */
  people: z.object({
    active: z.int(),
    at_risk: z.object({ total: z.int(), worst: z.array(riskSchema.extend({ role: roleSchema })) }),
  }),
  /** Active keys, and the worst twenty of those at risk: old, unused, unowned, unlimited, or about to expire. */
  api_keys: z.object({
    active: z.int(),
    at_risk: z.object({ total: z.int(), worst: z.array(riskSchema.extend({ expires_at: z.iso.datetime() })) }),
  }),
})
export type SecurityOverview = z.infer<typeof securityOverviewSchema>

export const security = {
  overview: route({
    method: 'GET',
    path: '/v1/security/{organization}/overview',
    summary: 'Get the security overview',
    description:
      'A score with its arithmetic and its history, the checks behind it, incidents, failing checks by severity and when each kind of scan last ran, the audit log, and the users and API keys at risk with the reason.',
    cache: { serverSeconds: 300 },
    tag,
    needs: 'security:read',
    input: z.object({ organization }),
    output: answer(securityOverviewSchema),
  }),
  listAuditLogs: route({
    method: 'GET',
    path: '/v1/security/{organization}/audit-logs',
    summary: 'List audit events',
    description: 'The newest first. With filters, up to 1,000 events are counted.',
    tag,
    needs: 'security:read',
    input: z.object({ organization, ...pageInput, ...auditFilterSchema.shape }),
    output: z.object({
      data: z.array(auditEventSchema),
      meta: pageMetaSchema.extend({ is_capped: z.boolean().describe('There are more events than `total`') }),
    }),
  }),
  auditFacets: route({
    method: 'GET',
    path: '/v1/security/{organization}/audit-logs/facets',
    summary: 'List what audit events can be filtered by',
    tag,
    needs: 'security:read',
    input: z.object({ organization }),
    output: answer(
      z.object({ actors: z.array(z.string()), actions: z.array(z.string()), resources: z.array(z.string()) }),
    ),
  }),
  verifyAuditLogs: route({
    method: 'GET',
    path: '/v1/security/{organization}/audit-logs/verify',
    summary: 'Verify the audit log',
    description: 'Recalculates every hash of the chain and compares it with the signed checkpoints.',
    tag,
    needs: 'security:read',
    input: z.object({ organization }),
    output: answer(auditProofSchema),
  }),
  getAuditLog: route({
    method: 'GET',
    path: '/v1/security/{organization}/audit-logs/{id}',
    summary: 'Get an audit event',
    tag,
    needs: 'security:read',
    input: z.object({ organization, id: z.uuid() }),
    output: answer(auditEventSchema),
  }),
}
