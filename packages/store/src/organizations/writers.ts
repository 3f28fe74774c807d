/**
 * Writers of the warehouse that are no job of their organization, such as telemetry that was acknowledged before: they
 * write before its deletion begins, or not at all.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'

const writersLock = 7_253_070

/** False, and nothing is written, once the deletion of the organization has started; see `awaitWriters`. */
export async function writeUnlessDeleted(
  database: Database,
  scope: Scope,
  write: (tx: ScopedTransaction) => Promise<void>,
): Promise<boolean> {
  return database.scoped(scope, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock_shared(${writersLock}, hashtext(${tx.scopedTo}))`.execute(tx)
    const organization = await tx
      .selectFrom('organization')
      .select('deletion_started_at')
      .where('id', '=', tx.scopedTo)
      .executeTakeFirst()
    if (!organization || organization.deletion_started_at !== null) return false
    await write(tx)
    return true
  })
}

/** After the deletion has started and that is committed: resolves when no one is left who began to write before. */
export async function awaitWriters(database: Database, scope: Scope): Promise<void> {
  await database.scoped(scope, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${writersLock}, hashtext(${tx.scopedTo}))`.execute(tx)
  })
}
