/**
 * The audit log of an organization: one hash chain of events. Who did what, to what, from where, and how it ended. An
 * export is a text with one JSON object on each line; its first line is signed and names the end of the chain, so that
 * edited, removed and moved events are found in the file alone.
 */
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import * as z from 'zod'
import { sha256Schema } from './action.ts'

export const auditOutcomes = ['allowed', 'denied', 'failed'] as const
/** Denied: the caller may not do this. Failed: they may, and it did not succeed. */
export type AuditOutcome = (typeof auditOutcomes)[number]

const auditActorKinds = ['person', 'api_key', 'operator', 'system'] as const
export type AuditActorKind = (typeof auditActorKinds)[number]

const chainHeadSchema = z.strictObject({ seq: z.int().min(0), hash: sha256Schema })
const fieldsSchema = z.record(z.string(), z.unknown())

const auditErasureReasons = ['organization_deleted', 'account_deleted', 'retention'] as const
export type AuditErasureReason = (typeof auditErasureReasons)[number]

/**
 * What was erased of an event after it was written. Its hash stays the one of the full event, so the chain holds. A
 * later event `audit_log.erased` of the same batch has the digest of what is left.
 */
const auditErasureSchema = z.strictObject({
  batch: z.uuid(),
  reason: z.enum(auditErasureReasons),
  at: z.iso.datetime(),
  /** Erasures before: the digest that the event had after each. */
  earlier: z.array(z.strictObject({ batch: z.uuid(), digest: sha256Schema })),
})
export type AuditErasure = z.infer<typeof auditErasureSchema>

/** The details of an event `audit_log.erased`. */
export const erasedBatchSchema = z.object({
  batch: z.uuid(),
  reason: z.enum(auditErasureReasons),
  /** The first and the last erased entry, and how many there are. */
  first: z.int().min(1),
  last: z.int().min(1),
  count: z.int().min(1),
  /** Of what is left of them. */
  digest: sha256Schema,
})
export type ErasedBatch = z.infer<typeof erasedBatchSchema>

export const auditEventSchema = z.strictObject({
  organization_id: z.uuid(),
  /** From 1 in each organization, without gaps. */
  seq: z.int().min(1),
  id: z.uuid(),
  created_at: z.iso.datetime(),
  /** "budget.created": resource and change. */
  action: z.string(),
  outcome: z.enum(auditOutcomes),
  actor_kind: z.enum(auditActorKinds),
  /** The ID of a user or an API key. */
  actor_id: z.string().nullable(),
  actor_name: z.string(),
  resource_type: z.string(),
  resource_id: z.string().nullable(),
  resource_name: z.string().nullable(),
  /** One sentence for display. */
  summary: z.string(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  request_id: z.string().nullable(),
  /** The session that the request came with. Absent without one, and in events of before it was recorded. */
  session_id: z.string().optional(),
  /** The changed fields before and after, without secrets. Null where the change has no such fields. */
  before: fieldsSchema.nullable(),
  after: fieldsSchema.nullable(),
  details: fieldsSchema,
  /** The hash of the event before. */
  prev_hash: sha256Schema,
  /** SHA-256 of `prev_hash` and all other fields in canonical JSON (RFC 8785). */
  hash: sha256Schema,
  /** Absent in events that are as they were written. */
  erased: auditErasureSchema.optional(),
})
export type AuditEvent = z.infer<typeof auditEventSchema>

const signatureSchema = z.strictObject({
  algorithm: z.literal('Ed25519'),
  /** The key's SubjectPublicKeyInfo, base64. */
  public_key: z.base64().min(1),
  /** Over the object without its signature, as canonical JSON; base64. */
  value: z.base64().min(1),
})

const checkpointFields = {
  kind: z.literal('checkpoint'),
  organization_id: z.uuid(),
  ...chainHeadSchema.shape,
  created_at: z.iso.datetime(),
}

/** The chain's end at some time, signed and stored outside of the database. */
export const auditCheckpointSchema = z.strictObject({ ...checkpointFields, signature: signatureSchema })
export type AuditCheckpoint = z.infer<typeof auditCheckpointSchema>

const exportFields = {
  kind: z.literal('export'),
  version: z.literal(1),
  organization_id: z.uuid(),
  exported_at: z.iso.datetime(),
  /** The chain before the first event of this file, and after its last one. */
  before: chainHeadSchema,
  head: chainHeadSchema,
  /** How many checkpoints stand between the events. */
  checkpoints: z.int().min(0),
}

/** The first line of an export. */
export const auditExportSchema = z.strictObject({ ...exportFields, signature: signatureSchema })
export type AuditExport = z.infer<typeof auditExportSchema>

export const auditExportLineSchema = z.discriminatedUnion('kind', [
  auditExportSchema,
  auditCheckpointSchema,
  z.strictObject({ kind: z.literal('event'), event: auditEventSchema }),
])
export type AuditExportLine = z.infer<typeof auditExportLineSchema>

/** Events that a filter selects, newest first, as they are attached to a PDF. */
export const auditSelectionSchema = z.strictObject({
  kind: z.literal('selection'),
  version: z.literal(1),
  organization_id: z.uuid(),
  organization: z.string(),
  exported_at: z.iso.datetime(),
  /** By field; empty for all events. */
  filter: z.record(z.string(), z.string()),
  /** Older events match too, and are left out. */
  is_capped: z.boolean(),
  events: z.array(auditEventSchema),
})
export type AuditSelection = z.infer<typeof auditSelectionSchema>

/** What is signed: the object without its signature. */
export function signedAuditText(signed: Omit<AuditExport, 'signature'> | Omit<AuditCheckpoint, 'signature'>): string {
  return canonicalJson({ ...signed, signature: undefined })
}
