/** The audit trail of an organization: who did what to whom, when and from where. Only ever added to. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { currentDemoVisit } from '../database/demo-visit.ts'
import type { AuditActorKind } from './people-schema.ts'

export interface AuditActor {
  kind: AuditActorKind
  /** A user's id, a key's id; null for the operator and for Kept itself. */
  id: string | null
  name: string
}

export interface NewAuditEvent {
  /** "membership.role_changed": what it is about, and what happened to it. */
  action: `${string}.${string}`
  actor: AuditActor
  /** The user, invitation, key it was done to. */
  target?: string | null
  /** One sentence for people; nothing secret, here or in the details. */
  summary: string
  at: Date
  ip?: string | null | undefined
  requestId?: string | null | undefined
  details?: Record<string, unknown>
}

/**
 * Adds an event to the organization the transaction is scoped to. It stands exactly when the change beside it does;
 * call it last, since it holds the organization's next number until the transaction ends.
 */
export async function recordAudit(tx: ScopedTransaction, event: NewAuditEvent): Promise<void> {
  // What a visitor of the demo does is undone, and the trail is only ever added to.
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
}

/** The same in a transaction of its own, for what changed nothing: a refused sign-in. */
export function noteAudit(database: Database, scope: Scope, event: NewAuditEvent): Promise<void> {
  return database.scoped(scope, (tx) => recordAudit(tx, event))
}
