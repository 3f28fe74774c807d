/** For tests: ends what runs in the background, so that rows change only by what the test does. */
import { organizationsWithWork } from '@kept/store/alerts/due.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { vi } from 'vitest'

/**
 * Removes the jobs that wait, also those that wait to be tried again, and resolves once none runs. A job over rows that
 * a test made up often fails, and would change rows when it is tried again, seconds or minutes later.
 */
export async function endJobs(database: Database): Promise<void> {
  await untilAlertsAreRouted(database)
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

/** A timer does it, every five seconds. The first alert of an organization makes channels for the emails of its admins. */
async function untilAlertsAreRouted(database: Database): Promise<void> {
  // No delivery is due at the beginning of time, so that only alerts without deliveries count.
  await vi.waitFor(async () => {
    const ids = await organizationsWithWork(database, new Date(0))
    if (ids.length > 0) throw new Error(`Alerts are not routed: ${ids.join(', ')}.`)
  }, 60_000)
}
