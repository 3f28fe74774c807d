/**
 * Erases what audit events say about people. The event keeps its place, its time, its action and its hash; an event
 * `audit_log.erased` in the same transaction has the digest of what is left, so that the log still verifies.
 */
import { randomUUID } from 'node:crypto'
import type { AuditErasureReason, AuditEvent, ErasedBatch } from '@kept/domain/audit.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { ErasureCondition } from './erasure-conditions.ts'
import { toAuditEvent } from './read.ts'
import { recordAudit } from './record.ts'
import { sha256 } from './sha256.ts'

const PAGE_SIZE = 500

interface ErasePageInput {
  which: ErasureCondition
  reason: AuditErasureReason
  at: Date
  /** What is left of an event; identifying columns and hashes are restored from the original. */
  erase(event: AuditEvent): AuditEvent
}

/** Erases up to one page of the matching events. Returns how many; 0 when none is left. */
export async function eraseAuditPage(
  tx: ScopedTransaction,
  { which, reason, at, erase }: ErasePageInput,
): Promise<number> {
  const rows = await tx
    .selectFrom('audit_event')
    .selectAll()
    .where(which)
    .where('action', '<>', 'audit_log.erased')
    .orderBy('seq')
    .limit(PAGE_SIZE)
    .execute()
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return 0
  const batch = randomUUID()
  const erased = rows.map(toAuditEvent).map((event) => eraseEvent(event, erase, { batch, reason, at }))
  const digest = erased.reduce((before, event) => sha256(`${before}${sha256(canonicalJson(event))}`), '')
  await sql`SELECT erase_audit_events(${JSON.stringify(erased)}::jsonb)`.execute(tx)
  await renewValues(tx, erased)
  const details: ErasedBatch = {
    batch,
    reason,
    first: Number(first.seq),
    last: Number(last.seq),
    count: erased.length,
    digest,
  }
  await recordAudit(tx, {
    action: 'audit_log.erased',
    actor: { kind: 'system', id: null, name: 'Kept' },
    at,
    ip: null,
    summary: `What ${erased.length} audit events said about people was erased.`,
    details: { ...details },
  })
  return erased.length
}

function eraseEvent(
  event: AuditEvent,
  erase: (event: AuditEvent) => AuditEvent,
  { batch, reason, at }: { batch: string; reason: AuditErasureReason; at: Date },
): AuditEvent {
  const { seq, id, organization_id, created_at, action, outcome, actor_kind, resource_type, prev_hash, hash } = event
  const { erased: before } = event
  const earlier = before ? [...before.earlier, { batch: before.batch, digest: sha256(canonicalJson(event)) }] : []
  return {
    ...erase(event),
    ...{ seq, id, organization_id, created_at, action, outcome, actor_kind, resource_type, prev_hash, hash },
    erased: { batch, reason, at: at.toISOString(), earlier },
  }
}

/** The names by which events are found: the pseudonyms, and no longer those that no event has. */
async function renewValues(tx: ScopedTransaction, erased: readonly AuditEvent[]): Promise<void> {
  const values = erased.flatMap(({ actor_name, resource_name }) => [
    { kind: 'actor' as const, value: actor_name },
    ...(resource_name ? [{ kind: 'name' as const, value: resource_name }] : []),
  ])
  await tx
    .insertInto('audit_value')
    .values(values.map((value) => ({ organization_id: tx.scopedTo, ...value })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`DELETE FROM audit_value AS named WHERE organization_id = ${tx.scopedTo} AND NOT EXISTS (
    SELECT FROM audit_event AS event WHERE event.organization_id = named.organization_id AND CASE named.kind
      WHEN 'actor' THEN event.actor_name = named.value
      WHEN 'action' THEN event.action = named.value
      WHEN 'resource' THEN event.resource_type = named.value
      WHEN 'name' THEN event.resource_name = named.value
      ELSE event.ip = named.value END)`.execute(tx)
}
