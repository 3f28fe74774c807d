/** For tests of what happens at once: one transaction holds a lock, and others come to wait for it. */
import { sql, type Transaction } from 'kysely'
import { vi } from 'vitest'
import type { Schema } from '../database/schema.ts'

/**
 * Resolves when as many others wait for the transaction, or for one that waits for it, as there are requests that have not
 * ended.
 */
export async function untilWaiting(tx: Transaction<Schema>, requests: readonly Promise<unknown>[]): Promise<void> {
  let running = requests.length
  const end = () => {
    running -= 1
  }
  for (const request of requests) request.then(end, end)
  await vi.waitFor(async () => {
    const { rows } = await sql<{ waiting: number }>`
      WITH RECURSIVE blocked AS MATERIALIZED (
        SELECT DISTINCT pid, pg_blocking_pids(pid) AS by FROM pg_locks WHERE NOT granted
      ), waiting AS (
        SELECT pid FROM blocked WHERE pg_backend_pid() = ANY(by)
        UNION SELECT blocked.pid FROM blocked JOIN waiting ON waiting.pid = ANY(blocked.by)
      ) SELECT count(*)::int AS waiting FROM waiting`.execute(tx)
    if ((rows[0]?.waiting ?? 0) < running) throw new Error('not all requests wait')
  }, 60_000)
}

/** Until the transaction ends, no other reads the table. */
export async function lockTable(tx: Transaction<Schema>, table: keyof Schema): Promise<void> {
  await sql`LOCK TABLE ${sql.table(table)} IN ACCESS EXCLUSIVE MODE`.execute(tx)
}
