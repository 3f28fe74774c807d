/** The audit log of an organization: who did what to what, when and from where. Append-only, each event hashed. */
import { randomUUID } from 'node:crypto'
import type { AuditActorKind, AuditEvent, AuditOutcome } from '@kept/domain/audit.ts'
import type { Permission } from '@kept/domain/permission.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { formatLabel } from '@kept/foundation/format/label.ts'
import { textAroundSeq } from '@kept/foundation/hash/chain.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { currentDemoVisit } from '../database/demo-visit.ts'
import { cleanFields, cleanText } from './clean.ts'
import { raiseSecurityAlert } from './raise-security-alert.ts'
import { currentRecording } from './recording.ts'
import { resourceTypeOf } from './resource-type.ts'

export interface AuditActor {
  kind: AuditActorKind
  /** A user's id, a key's id; null for the operator and for Kept itself. */
  id: string | null
  name: string
}

export interface NewAuditEvent {
  /** "membership.role_changed": resource and change. */
  action: `${string}.${string}`
  /** Default: allowed. */
  outcome?: AuditOutcome
  actor: AuditActor
  /** The affected user, invitation or key. */
  target?: string | null
  /** One sentence for people; without secrets, like the details. The resource's name stands in quotes. */
  summary: string
  at: Date
  ip?: string | null | undefined
  requestId?: string | null | undefined
  details?: Record<string, unknown>
  before?: Record<string, unknown> | null | undefined
  after?: Record<string, unknown> | null | undefined
  /** Default: the session of the request. */
  sessionId?: string | undefined
  /** Permissions that someone has now and did not have before. */
  gained?: readonly Permission[]
  /** A request that was refused or failed, under the action it asked for: what it asked for raises no alert. */
  isRefusal?: boolean
}

/**
 * Adds an event to the organization of the transaction. It commits with the change it records; call it last, since it
 * locks the end of the organization's chain until the transaction ends.
 */
export async function recordAudit(tx: ScopedTransaction, event: NewAuditEvent): Promise<void> {
  const isDemoVisit = currentDemoVisit() !== undefined
  const recording = currentRecording()
  const fields = recording?.recorded === 0 && event.outcome === undefined && (await recording.readFields?.(tx))
  const content = contentOf(fields ? { ...event, ...fields } : event)
  const isOfVisitor = await append(tx, content, isDemoVisit)
  if (recording) recording.recorded += 1
  if (!isOfVisitor && !event.isRefusal) await raiseSecurityAlert(tx, content, event.gained ?? [])
}

/** The same in its own transaction, for events without a change: a rejected sign-in. */
export function noteAudit(database: Database, scope: Scope, event: NewAuditEvent): Promise<void> {
  return database.scoped(scope, (tx) => recordAudit(tx, event))
}

type Content = Omit<AuditEvent, 'organization_id' | 'seq' | 'prev_hash' | 'hash'>

function contentOf(event: NewAuditEvent): Content {
  const recording = currentRecording()
  const summary = cleanText(event.summary)
  const orNull = (text: string | null | undefined) => (text ? cleanText(text) : null)
  const sessionId = event.sessionId ?? recording?.sessionId
  return {
    id: randomUUID(),
    created_at: event.at.toISOString(),
    action: event.action,
    outcome: event.outcome ?? 'allowed',
    actor_kind: event.actor.kind,
    actor_id: orNull(event.actor.id),
    actor_name: cleanText(event.actor.name),
    resource_type: resourceTypeOf(event.action),
    resource_id: orNull(event.target),
    // Cut in the middle of a character, half of it would remain.
    resource_name: /"([^"]+)"/.exec(summary)?.[1]?.slice(0, 200).toWellFormed() ?? null,
    summary,
    ip: orNull(event.ip ?? recording?.ip),
    user_agent: orNull(recording?.userAgent),
    request_id: orNull(event.requestId ?? recording?.requestId),
    // Absent without a session: the hash covers every field, and earlier events have none.
    ...(sessionId && { session_id: sessionId }),
    before: event.before ? cleanFields(event.before) : null,
    after: event.after ? cleanFields(event.after) : null,
    details: cleanFields(event.details ?? {}),
  }
}

/** Visitors of the demo read the same log: no one sees another's address or texts. */
function withoutVisitor(content: Content): Content {
  return {
    ...content,
    actor_id: null,
    actor_name: 'A visitor of the demo',
    resource_name: null,
    summary: `${formatLabel(content.action)}.`,
    ip: null,
    user_agent: null,
    request_id: null,
    session_id: undefined,
    before: null,
    after: null,
    details: {},
  }
}

/**
 * One statement (migration 0048) numbers, hashes, stores and publishes the event. Sign-ins and refusals of the demo
 * happen outside of a visit, so its users are recognized by their organization: the database tells. Returns whether
 * the event is of a visitor.
 */
async function append(tx: ScopedTransaction, original: Content, isDemoVisit: boolean): Promise<boolean> {
  if (!isDemoVisit) {
    const mayBeVisitor = original.actor_kind === 'person' || original.actor_kind === 'api_key'
    if (await appendEntry(tx, original, mayBeVisitor)) return false
  }
  await appendEntry(tx, withoutVisitor(original), false)
  return true
}

async function appendEntry(tx: ScopedTransaction, content: Content, mayBeVisitor: boolean): Promise<boolean> {
  const { rows } = await sql<{ is_appended: boolean }>`
    SELECT append_to_audit_log(${entryOf(tx.scopedTo, content)}::jsonb, ${mayBeVisitor}) AS is_appended`.execute(tx)
  return rows[0]?.is_appended ?? false
}

/** The event and its hashed text around the number, which the database draws. */
function entryOf(organization_id: string, content: Content): string {
  return JSON.stringify({ event: content, ...textAroundSeq({ organization_id, ...content }) })
}
