import type { Database } from '../database/connect.ts'
import { notifyRights } from '../live/rights.ts'

/** Deletes what expired before `now`: sessions, one-time values, rate-limit counters. Returns the number of each. */
export async function sweepIdentity(
  database: Database,
  now: Date,
): Promise<{ sessions: number; links: number; limits: number }> {
  const { shared } = database
  const sessions = await shared
    .deleteFrom('session')
    .where('expires_at', '<=', now)
    .returning(notifyRights('user_id'))
    .execute()
  const links = await shared.deleteFrom('verification').where('expires_at', '<=', now).executeTakeFirst()
  const limits = await shared.deleteFrom('rate_limit').where('window_ends_at', '<=', now).executeTakeFirst()
  return {
    sessions: sessions.length,
    links: Number(links.numDeletedRows),
    limits: Number(limits.numDeletedRows),
  }
}
