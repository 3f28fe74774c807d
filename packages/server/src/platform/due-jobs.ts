/**
 * Asks the database which queues have a due job, in one question for all of them: dozens of workers that each asked
 * twice a second cost a tenth of a core while nothing happened.
 */
import type { Database } from '@kept/store/database/connect.ts'
import { type RepeatedRun, runEvery } from './run-every.ts'

/** How long a job of another process, or one that becomes due later, waits at most for an idle worker. */
const askEveryMs = 500

interface DueJobsOptions {
  /** The queues that this process works on; read before each question. */
  names(): string[]
  onDue(name: string): void
  /** A question that failed is asked again at the next turn. */
  onError(error: unknown): void
}

/** Until it is stopped; then nothing is asked any more, and the pool can be closed. */
export function watchDueJobs(database: Database, { names, onDue, onError }: DueJobsOptions): RepeatedRun {
  return runEvery(
    askEveryMs,
    async () => {
      for (const name of await listDue(database, names())) onDue(name)
    },
    onError,
  )
}

async function listDue(database: Database, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT DISTINCT name FROM jobs.job WHERE name = ANY($1) AND state < 'active' AND start_after <= now()`,
    [names],
  )
  return rows.map(({ name }) => name)
}
