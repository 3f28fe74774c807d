/**
 * What each user and API key did, and when last: folded from the audit log, whose numbers have no gaps, behind the
 * number that was folded before. Nothing is written when an event is recorded (decision 0138).
 */
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import { seqsOfDays } from './seqs-of-days.ts'

export interface RecordedUse {
  actor_kind: 'person' | 'api_key'
  actor_id: string
  action: string
}

/** The actions that each user and each API key carried out since a moment, each once. */
export async function listUses(tx: ScopedTransaction, since: Date): Promise<RecordedUse[]> {
  await foldUses(tx, since)
  return tx
    .selectFrom('audit_use')
    .select(['actor_kind', 'actor_id', 'action'])
    .where('organization_id', '=', tx.scopedTo)
    .where('last_at', '>=', since)
    .execute()
}

/** Adds the events that are not folded yet. The first time, only those of the days since `since` are read. */
export async function foldUses(tx: ScopedTransaction, since: Date): Promise<void> {
  const { seq: last } = (await tx.selectFrom('audit_head').select('seq').executeTakeFirst()) ?? { seq: '0' }
  const folded = await tx.selectFrom('audit_use_head').select('seq').executeTakeFirst()
  if (last === '0' || folded?.seq === last) return
  await tx
    .insertInto('audit_use_head')
    .values({ organization_id: tx.scopedTo, seq: '0' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Another process may have folded meanwhile, and further.
  const { seq: locked } = await tx.selectFrom('audit_use_head').select('seq').forUpdate().executeTakeFirstOrThrow()
  if (BigInt(locked) >= BigInt(last)) return
  const after = locked === '0' ? await lastBefore(tx, since) : locked
  await sql`
    INSERT INTO audit_use AS used (organization_id, actor_kind, actor_id, action, last_at)
    SELECT organization_id, actor_kind, actor_id, action, max(created_at) FROM audit_event
    WHERE organization_id = ${tx.scopedTo} AND seq > ${after} AND seq <= ${last} AND outcome = 'allowed'
      AND actor_kind IN ('person', 'api_key') AND actor_id IS NOT NULL
    GROUP BY organization_id, actor_kind, actor_id, action
    ON CONFLICT (organization_id, actor_id, actor_kind, action) DO UPDATE SET
      last_at = greatest(used.last_at, excluded.last_at)`.execute(tx)
  await tx.updateTable('audit_use_head').set({ seq: last }).where('organization_id', '=', tx.scopedTo).execute()
}

/** Who did something for the last time before `before` is not asked about any longer. */
export async function deleteUsesBefore(tx: ScopedTransaction, before: Date): Promise<void> {
  await tx.deleteFrom('audit_use').where('organization_id', '=', tx.scopedTo).where('last_at', '<', before).execute()
}

export async function deleteUsesOf(tx: ScopedTransaction, actorId: string): Promise<void> {
  await tx.deleteFrom('audit_use').where('organization_id', '=', tx.scopedTo).where('actor_id', '=', actorId).execute()
}

/** The number before the first event of these days. */
async function lastBefore(tx: ScopedTransaction, since: Date): Promise<string> {
  const seqs = await seqsOfDays(tx, { start: utcDay(since), end: undefined })
  return seqs ? String(BigInt(seqs.first) - 1n) : '0'
}
