/**
 * Writers of the warehouse that are no job of their organization, such as telemetry that was acknowledged before: they
 * write before its deletion begins, or not at all.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'

const writersLock = 7_253_070
/** A writer that takes longer, because the warehouse does not answer, must not hold up other deletions. */
const writersTimeout = '60s'

/**
 * False, and nothing is written, once the deletion of the organization has started; see `awaitWriters`. `write` may
 * wait for the warehouse, and never for another connection to the database or for the sender of a request.
 */
export async function writeUnlessDeleted(
  database: Database,
  scope: Scope,
  write: (tx: ScopedTransaction) => Promise<void>,
): Promise<boolean> {
  return database.scoped(scope, async (tx) => {
    // Before the lock too: behind a deletion that waits for another writer, this one would wait for that writer.
    if (await isBeingDeleted(tx)) return false
    await sql`SELECT pg_advisory_xact_lock_shared(${writersLock}, hashtext(${tx.scopedTo}))`.execute(tx)
    if (await isBeingDeleted(tx)) return false
    await write(tx)
    return true
  })
}

/**
 * After the deletion has started and that is committed: resolves when no one is left who began to write before. Throws
 * when that takes longer than a minute.
 */
export async function awaitWriters(database: Database, scope: Scope): Promise<void> {
  await database.scoped(scope, async (tx) => {
    await sql`SELECT set_config('lock_timeout', ${writersTimeout}, true)`.execute(tx)
    await sql`SELECT pg_advisory_xact_lock(${writersLock}, hashtext(${tx.scopedTo}))`.execute(tx)
  })
}

async function isBeingDeleted(tx: ScopedTransaction): Promise<boolean> {
  const organization = await tx
    .selectFrom('organization')
    .select('deletion_started_at')
    .where('id', '=', tx.scopedTo)
    .executeTakeFirst()
  return !organization || organization.deletion_started_at !== null
}
