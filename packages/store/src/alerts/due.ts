/** Finds organizations with alerts to process, over all organizations, and queues each due delivery once. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { isClaimOver } from '../database/lease.ts'

/** A delivery that is queued for longer than this without being claimed has lost its job. */
const lostAfterMs = 5 * 60_000
const maxConcurrent = 500

/** Organizations with unrouted events or due deliveries. */
export async function organizationsWithWork(database: Database, now: Date): Promise<string[]> {
  const lostBefore = new Date(now.getTime() - lostAfterMs)
  return database.shared.transaction().execute(async (tx) => {
    await sql`SELECT set_config('app.alerts_tick', 'on', true)`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      SELECT organization_id AS id FROM alert_event WHERE routed_at IS NULL
      UNION
      SELECT organization_id FROM alert_delivery
      WHERE (status = 'waiting' AND next_attempt_at <= ${now} AND (queued_at IS NULL OR queued_at <= ${lostBefore}))
        OR (status = 'sending' AND ${isClaimOver})`.execute(tx)
    return rows.map(({ id }) => id)
  })
}

/** Passes each due delivery to `queue`, in the transaction that records that it was queued. */
export async function queueDue(
  database: Database,
  scope: Scope,
  now: Date,
  queue: (tx: ScopedTransaction, id: string) => Promise<void>,
): Promise<number> {
  const lostBefore = new Date(now.getTime() - lostAfterMs)
  return database.scoped(scope, async (tx) => {
    // Its sender never reported a result: it is sent again under the same id. Its sender's clock said that it
    // was due, and this one says so too: whichever is earlier counts, or processes that are behind would wait.
    await tx
      .updateTable('alert_delivery')
      .set({
        status: 'waiting',
        claimed_until: null,
        queued_at: null,
        next_attempt_at: sql<Date>`least(next_attempt_at, ${now})`,
      })
      .where('status', '=', 'sending')
      .where(isClaimOver)
      .execute()
    const due = await tx
      .selectFrom('alert_delivery')
      .select('id')
      .where('status', '=', 'waiting')
      .where('next_attempt_at', '<=', now)
      .where(({ or, eb }) => or([eb('queued_at', 'is', null), eb('queued_at', '<=', lostBefore)]))
      .orderBy('created_at')
      .orderBy('id')
      .limit(maxConcurrent)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id } of due) {
      await tx.updateTable('alert_delivery').set({ queued_at: now }).where('id', '=', id).execute()
      await queue(tx, id)
    }
    return due.length
  })
}
