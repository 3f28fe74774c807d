/**
 * The live event of new audit events is written by who reads live events, one for all that are new, and not beside each
 * audit event: most are recorded while no screen is open, and their change does not wait for it.
 */
import { type SqlBool, sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

/** Announces the newest audit event, where it is not announced yet. The numbers of an erased log begin again. */
export async function announceAudit(tx: ScopedTransaction): Promise<void> {
  const organization = sql`${tx.scopedTo}::uuid`
  const isNew = sql<SqlBool>`head.seq <> coalesce((SELECT (payload ->> 'seq')::bigint FROM live_event
    WHERE organization_id = ${organization} AND channel = 'audit' ORDER BY seq DESC LIMIT 1), 0)`
  const { rows } = await sql`SELECT FROM audit_head AS head
    WHERE head.organization_id = ${organization} AND ${isNew}`.execute(tx)
  if (rows.length === 0) return
  // As in `publish`: numbers become visible in order. Another process may have announced it meanwhile.
  await sql`SELECT pg_advisory_xact_lock(7253015, hashtext(${organization}::text))`.execute(tx)
  await sql`INSERT INTO live_event (organization_id, channel, type, payload)
    SELECT head.organization_id, 'audit', 'audit_event', jsonb_build_object('kind', 'audit_event', 'seq', head.seq)
    FROM audit_head AS head WHERE head.organization_id = ${organization} AND ${isNew}`.execute(tx)
}
