/** Changes of an organization's billing are made one after the other: two jobs never open two drafts or use one credit twice. */
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

/** Another holder for longer than this is an error, and the transaction is tried again. */
const lockTimeout = '10s'

export async function lockBilling(tx: ScopedTransaction): Promise<void> {
  await sql`SELECT set_config('lock_timeout', ${lockTimeout}, true)`.execute(tx)
  await sql`SELECT pg_advisory_xact_lock(7253061, hashtext(${tx.scopedTo}))`.execute(tx)
}

/**
 * The next number of a series, "KPT-2026" to "KPT-2026-0001". Spent when the transaction commits, and not at all when it
 * does not: the lock is held until then, so no number is skipped. Call it last, and call no service after it.
 */
export async function nextNumber(tx: ScopedTransaction, series: string): Promise<string> {
  await sql`SELECT pg_advisory_xact_lock(7253062, hashtext(${series}))`.execute(tx)
  const { last_number } = await tx
    .insertInto('billing_number_series')
    .values({ series, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet({ last_number: sql`billing_number_series.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return `${series}-${String(last_number).padStart(4, '0')}`
}
