import { auditStreamSettingsSchema } from '@kept/domain/audit-stream.ts'
import { MAX_AUDIT_STREAMS } from '@kept/domain/audit-stream-kinds.ts'
import * as z from 'zod'
import { newAuditStreamInput } from '../inputs/audit-streams.ts'
import { answer, route } from '../route.ts'

const tag = 'Security'
/** ID or slug of the caller's own organization. */
const organization = z.string().min(1).max(80)
const chosen = { organization, id: z.uuid() }

const auditStreamSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  settings: auditStreamSettingsSchema,
  /** The host that receives the events. */
  host: z.string(),
  enabled: z.boolean(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  /** The last event that was delivered; what comes after it is pending. */
  delivered_seq: z.int(),
  pending: z.int(),
  delivered_at: z.iso.datetime().nullable(),
  /** Attempts that failed since the last delivery. */
  failed_attempts: z.int(),
  /** Why the last attempt failed; empty when it did not. */
  failure_reason: z.string(),
  next_attempt_at: z.iso.datetime().nullable(),
})
export type AuditStream = z.infer<typeof auditStreamSchema>

export const auditStreams = {
  list: route({
    method: 'GET',
    path: '/v1/security/{organization}/audit-streams',
    summary: 'List audit streams',
    description: 'Destinations that receive each audit event, and how far each of them is.',
    tag,
    needs: 'security:read',
    input: z.object({ organization }),
    output: answer(z.array(auditStreamSchema)),
  }),
  create: route({
    method: 'POST',
    path: '/v1/security/{organization}/audit-streams',
    summary: 'Create an audit stream',
    description: `Syslog (RFC 5424) over TLS, a webhook signed as in Standard Webhooks, or objects in an S3 bucket. Events are delivered in order, within a minute, at least once. An organization has up to ${MAX_AUDIT_STREAMS}.`,
    tag,
    needs: 'security:write',
    input: newAuditStreamInput.extend({ organization }),
    output: answer(
      auditStreamSchema.extend({
        /** Of a webhook; shown only here. */
        signing_secret: z.string().nullable(),
      }),
    ),
  }),
  update: route({
    method: 'PATCH',
    path: '/v1/security/{organization}/audit-streams/{id}',
    summary: 'Turn an audit stream on or off',
    description: 'Events that are recorded while it is off are delivered when it is on again.',
    tag,
    needs: 'security:write',
    idempotency: 'idempotent',
    input: z.strictObject({ ...chosen, enabled: z.boolean() }),
    output: answer(auditStreamSchema),
  }),
  test: route({
    method: 'POST',
    path: '/v1/security/{organization}/audit-streams/{id}/test',
    summary: 'Test an audit stream',
    description: 'Sends the newest event of the log again, and returns the outcome.',
    tag,
    needs: 'security:write',
    input: z.strictObject(chosen),
    output: answer(z.object({ delivered: z.boolean(), message: z.string() })),
  }),
  remove: route({
    method: 'DELETE',
    path: '/v1/security/{organization}/audit-streams/{id}',
    summary: 'Delete an audit stream',
    description: 'What was delivered stays at its destination.',
    tag,
    needs: 'security:write',
    input: z.object(chosen),
    output: answer(z.object({ deleted: z.literal(true) })),
  }),
}
