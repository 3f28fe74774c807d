/** The chain of an organization in order, page by page: for verification and export. */
import type { AuditEvent } from '@kept/domain/audit.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type ChainHead, emptyChain } from '@kept/foundation/hash/chain.ts'
import type { Selectable } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { ScopedReads } from '../database/within.ts'
import type { AuditSchema } from './schema.ts'

export async function readAuditHead(database: ScopedReads, scope: Scope): Promise<ChainHead> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirst(),
  )
  return row ? { seq: Number(row.seq), hash: row.hash } : emptyChain
}

/** The number of the last event, in a transaction that is open already; 0 without one. */
export async function readAuditHeadSeq(tx: ScopedTransaction): Promise<number> {
  const row = await tx.selectFrom('audit_head').select('seq').executeTakeFirst()
  return Number(row?.seq ?? 0)
}

/** Events after `after` up to and including `until`, in order, at most `limit`. */
export async function readAuditEvents(
  database: ScopedReads,
  scope: Scope,
  { after, until, limit }: { after: number; until?: number; limit: number },
): Promise<AuditEvent[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('audit_event')
      .selectAll()
      .where('seq', '>', String(after))
      .$if(until !== undefined, (query) => query.where('seq', '<=', String(until)))
      .orderBy('seq')
      .limit(limit)
      .execute(),
  )
  return rows.map(toAuditEvent)
}

export function toAuditEvent({ erased, session_id, ...row }: Selectable<AuditSchema['audit_event']>): AuditEvent {
  return {
    ...row,
    seq: Number(row.seq),
    created_at: row.created_at.toISOString(),
    // Absent where there is none: the hash covers every field.
    ...(session_id && { session_id }),
    ...(erased && { erased }),
  }
}

/** The chain's ends of a range of days in UTC, end exclusive: before its first event, and at its last one. */
export async function auditRange(
  database: Database,
  scope: Scope,
  { start_date, end_date }: { start_date?: string | undefined; end_date?: string | undefined },
): Promise<{ before: ChainHead; head: ChainHead }> {
  const lastBefore = (day: string): Promise<ChainHead> =>
    database.scoped(scope, async (tx) => {
      const row = await tx
        .selectFrom('audit_event')
        .select(['seq', 'hash'])
        .where('created_at', '<', new Date(`${day}T00:00:00Z`))
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ? { seq: Number(row.seq), hash: row.hash } : emptyChain
    })
  const head = end_date === undefined ? await readAuditHead(database, scope) : await lastBefore(end_date)
  const before = start_date === undefined ? emptyChain : await lastBefore(start_date)
  return { before: before.seq > head.seq ? head : before, head }
}

/** Who, what and on what: the values that events can be filtered by, in alphabetical order. */
export async function readAuditFacets(
  database: Database,
  scope: Scope,
): Promise<{ actors: string[]; actions: string[]; resources: string[] }> {
  const namesOf = (kind: 'actor' | 'action' | 'resource') =>
    database.scoped(scope, (tx) =>
      tx.selectFrom('audit_value').select('value').where('kind', '=', kind).orderBy('value').limit(500).execute(),
    )
  const [actors, actions, resources] = await Promise.all([namesOf('actor'), namesOf('action'), namesOf('resource')])
  const values = (rows: { value: string }[]) => rows.map(({ value }) => value)
  return { actors: values(actors), actions: values(actions), resources: values(resources) }
}
