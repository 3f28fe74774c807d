/** For tests: ends what runs in the background, so that rows change only by what the test does. */
import type { Database } from '@kept/store/database/connect.ts'
import { vi } from 'vitest'

/**
 * Removes the jobs that wait, also those that wait to be tried again, and resolves once none runs. A job over rows that
 * a test made up often fails, and would change rows when it is tried again, seconds or minutes later.
 */
export async function endJobs(database: Database): Promise<void> {
  await vi.waitFor(
    async () => {
      await database.pool.query("DELETE FROM jobs.job WHERE state IN ('created', 'retry')")
      const { rows } = await database.pool.query<{ name: string }>(
        "SELECT name FROM jobs.job WHERE state IN ('created', 'retry', 'active')",
      )
      if (rows.length > 0) throw new Error(`Not ended: ${rows.map(({ name }) => name).join(', ')}.`)
    },
    { timeout: 60_000, interval: 100 },
  )
}
