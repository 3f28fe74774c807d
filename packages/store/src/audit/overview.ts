/** What an organization's security overview counts, besides its API keys. */
import type { Scope } from '@kept/domain/scope.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

const MAX_COUNTED = 1_000

export async function countAuditEvents(
  database: Database,
  scope: Scope,
  now: Date,
): Promise<{ last_day: number; denied_last_week: number; failed_sign_ins_last_day: number }> {
  return database.scoped(scope, async (tx) => {
    const head = await tx.selectFrom('audit_head').select('seq').executeTakeFirst()
    const before = await tx
      .selectFrom('audit_event')
      .select('seq')
      .where('created_at', '<', new Date(now.getTime() - dayMs))
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    const denied = await tx
      .selectFrom('audit_event')
      .select('seq')
      .where('outcome', '=', 'denied')
      .where('created_at', '>=', new Date(now.getTime() - 7 * dayMs))
      .orderBy('seq', 'desc')
      .limit(MAX_COUNTED)
      .execute()
    const failed = await tx
      .selectFrom('audit_event')
      .select('seq')
      .where('action', '=', 'session.refused')
      .where('created_at', '>=', new Date(now.getTime() - dayMs))
      .orderBy('seq', 'desc')
      .limit(MAX_COUNTED)
      .execute()
    return {
      failed_sign_ins_last_day: failed.length,
      last_day: Number(head?.seq ?? 0) - Number(before?.seq ?? 0),
      denied_last_week: denied.length,
    }
  })
}

/**
 * Changes with everything that the overview is made of: events, checkpoints, and the first use of a key, which has no
 * event.
 */
export function readOverviewVersion(database: Database, scope: Scope): Promise<unknown> {
  return database.scoped(scope, async (tx) => {
    const { rows } = await sql`SELECT
      (SELECT json_build_array(seq, hash) FROM audit_head WHERE organization_id = ${tx.scopedTo}) AS head,
      (SELECT max(seq) FROM audit_checkpoint WHERE organization_id = ${tx.scopedTo}) AS signed,
      (SELECT count(*) FROM api_key WHERE organization_id = ${tx.scopedTo} AND last_used_at IS NULL) AS unused_keys`.execute(
      tx,
    )
    return rows[0]
  })
}
