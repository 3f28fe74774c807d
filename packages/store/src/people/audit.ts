/** The audit trail of an organization: who did what to whom, when and from where. Append-only. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { currentDemoVisit } from '../database/demo-visit.ts'
import { publish } from '../live/publish.ts'
import type { AuditActorKind } from './people-schema.ts'

export interface AuditActor {
  kind: AuditActorKind
  /** A user's id, a key's id; null for the operator and for Kept itself. */
  id: string | null
  name: string
}

export interface NewAuditEvent {
  /** "membership.role_changed": object and change. */
  action: `${string}.${string}`
  actor: AuditActor
  /** The affected user, invitation or key. */
  target?: string | null
  /** One sentence for people; without secrets, like the details. */
  summary: string
  at: Date
  ip?: string | null | undefined
  requestId?: string | null | undefined
  details?: Record<string, unknown>
}

/** Admins with an open screen are told of these at once. */
const securityActions: ReadonlySet<NewAuditEvent['action']> = new Set([
  'session.hijack_suspected',
  'api_key.created',
  'membership.role_changed',
])

/**
 * Adds an event to the organization of the transaction. It commits with the change it records; call it last, since it
 * locks the organization's next number until the transaction ends.
 */
export async function recordAudit(tx: ScopedTransaction, event: NewAuditEvent): Promise<void> {
  // Changes by demo visitors are reverted, but the trail is append-only.
  if (currentDemoVisit() !== undefined) return
  const organization_id = tx.scopedTo
  const { seq } = await tx
    .insertInto('audit_head')
    .values({ organization_id, seq: 1 })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ seq: sql`audit_head.seq + 1` }))
    .returning('seq')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('audit_event')
    .values({
      organization_id,
      seq,
      action: event.action,
      actor_kind: event.actor.kind,
      actor_id: event.actor.id,
      actor_name: event.actor.name,
      target_id: event.target ?? null,
      summary: event.summary,
      ip: event.ip || null,
      request_id: event.requestId ?? null,
      details: JSON.stringify(event.details ?? {}),
      created_at: event.at,
    })
    .execute()
  if (securityActions.has(event.action)) {
    const payload = { action: event.action, summary: event.summary }
    await publish(tx, { organizationId: organization_id }, { channel: 'security', payload })
  }
}

/** The same in its own transaction, for events without a change: a rejected sign-in. */
export function noteAudit(database: Database, scope: Scope, event: NewAuditEvent): Promise<void> {
  return database.scoped(scope, (tx) => recordAudit(tx, event))
}
