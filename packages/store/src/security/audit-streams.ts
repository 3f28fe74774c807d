/** Audit streams of an organization. Secrets are encrypted by the caller before they reach this module. */
import type { AuditStreamSettings } from '@kept/domain/audit-stream.ts'
import { MAX_AUDIT_STREAMS } from '@kept/domain/audit-stream-kinds.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { isUnleased, leaseFor } from '../database/lease.ts'
import type { SecuritySchema } from './schema.ts'

export interface StoredAuditStream {
  id: string
  name: string
  settings: AuditStreamSettings
  host: string
  /** Encrypted; empty for a destination without secrets. */
  secret: string
  enabled: boolean
  created_by: string
  created_at: string
  delivered_seq: number
  delivered_at: string | null
  failed_attempts: number
  failure_reason: string
  next_attempt_at: string | null
}

/** The organizations whose enabled streams may be tried now. Over all organizations. */
export async function organizationsWithStreams(database: Database, now: Date): Promise<string[]> {
  return database.shared.transaction().execute(async (tx) => {
    await sql`SELECT set_config('app.audit_stream_tick', 'on', true)`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      SELECT DISTINCT organization_id AS id FROM audit_stream
      WHERE enabled AND (next_attempt_at IS NULL OR next_attempt_at <= ${now})`.execute(tx)
    return rows.map(({ id }) => id)
  })
}

export async function listAuditStreams(tx: ScopedTransaction): Promise<StoredAuditStream[]> {
  const rows = await tx.selectFrom('audit_stream').selectAll().orderBy('name').execute()
  return rows.map(toStream)
}

/** Locks the row until the transaction ends. */
export async function findAuditStream(tx: ScopedTransaction, id: string): Promise<StoredAuditStream> {
  const row = await tx.selectFrom('audit_stream').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new KeptError('not_found', 'There is no audit stream with this ID.')
  return toStream(row)
}

type NewStream = Pick<
  StoredAuditStream,
  'id' | 'name' | 'settings' | 'host' | 'secret' | 'created_by' | 'delivered_seq'
>

/** Call it with the organization locked, so that the limit holds. */
export async function addAuditStream(tx: ScopedTransaction, stream: NewStream, at: Date): Promise<StoredAuditStream> {
  const existing = await listAuditStreams(tx)
  if (existing.some(({ name }) => name === stream.name))
    throw new KeptError('conflict', `There is an audit stream "${stream.name}". Choose another name.`)
  if (existing.length >= MAX_AUDIT_STREAMS)
    throw new KeptError('conflict', `There can be ${MAX_AUDIT_STREAMS} audit streams. Delete one that is not used.`)
  const row = await tx
    .insertInto('audit_stream')
    .values({ organization_id: tx.scopedTo, ...stream, settings: JSON.stringify(stream.settings), created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toStream(row)
}

/** Turned on again, it is tried at once. */
export async function setAuditStreamEnabled(tx: ScopedTransaction, id: string, enabled: boolean): Promise<void> {
  await tx.updateTable('audit_stream').set({ enabled, next_attempt_at: null }).where('id', '=', id).execute()
}

export async function deleteAuditStream(tx: ScopedTransaction, id: string): Promise<void> {
  await tx.deleteFrom('audit_stream').where('id', '=', id).execute()
}

/** Takes the due streams for one process for so long; another process gets none of them before. */
export async function leaseAuditStreams(
  tx: ScopedTransaction,
  { now, holdMs }: { now: Date; holdMs: number },
): Promise<StoredAuditStream[]> {
  const rows = await tx
    .updateTable('audit_stream')
    .set({ leased_until: leaseFor(holdMs) })
    .where('enabled', '=', true)
    .where(({ or, eb }) => or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', now)]))
    .where(isUnleased)
    .returningAll()
    .execute()
  return rows.map(toStream)
}

export async function releaseAuditStream(tx: ScopedTransaction, id: string): Promise<void> {
  await tx.updateTable('audit_stream').set({ leased_until: null }).where('id', '=', id).execute()
}

export async function noteDelivered(
  tx: ScopedTransaction,
  id: string,
  { seq, at }: { seq: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('audit_stream')
    .set({ delivered_seq: seq, delivered_at: at, failed_attempts: 0, failure_reason: '', next_attempt_at: null })
    .where('id', '=', id)
    .where('delivered_seq', '<', String(seq))
    .execute()
}

export async function noteFailure(
  tx: ScopedTransaction,
  id: string,
  { failed_attempts, reason, next }: { failed_attempts: number; reason: string; next: Date },
): Promise<void> {
  await tx
    .updateTable('audit_stream')
    .set({ failed_attempts, failure_reason: reason, next_attempt_at: next })
    .where('id', '=', id)
    .execute()
}

function toStream(row: Selectable<SecuritySchema['audit_stream']>): StoredAuditStream {
  const { organization_id: _, leased_until: _lease, created_at, delivered_at, next_attempt_at, ...rest } = row
  return {
    ...rest,
    delivered_seq: Number(rest.delivered_seq),
    created_at: created_at.toISOString(),
    delivered_at: delivered_at?.toISOString() ?? null,
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
  }
}
