import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

interface Attempts {
  /** Including this attempt. */
  count: number
  windowEndsAt: Date
}

/** Counts an attempt under a key in one atomic statement, so concurrent attempts get distinct numbers. */
export async function countAttempt(
  database: Database,
  key: string,
  windowSeconds: number,
  now: Date,
): Promise<Attempts> {
  const ends = new Date(now.getTime() + windowSeconds * 1000)
  const { rows } = await sql<{ count: number; window_ends_at: Date }>`
    INSERT INTO rate_limit AS kept (key, count, window_ends_at) VALUES (${key}, 1, ${ends})
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN kept.window_ends_at <= ${now} THEN 1 ELSE kept.count + 1 END,
      window_ends_at = CASE WHEN kept.window_ends_at <= ${now} THEN excluded.window_ends_at ELSE kept.window_ends_at END
    RETURNING count, window_ends_at`.execute(database.shared)
  const [row] = rows
  if (!row) throw new Error('counting an attempt returned no row')
  return { count: row.count, windowEndsAt: row.window_ends_at }
}

/** Deletes the attempts under these keys after a successful sign-in. */
export async function forgetAttempts(database: Database, keys: string[]): Promise<void> {
  await database.shared.deleteFrom('rate_limit').where('key', 'in', keys).execute()
}
