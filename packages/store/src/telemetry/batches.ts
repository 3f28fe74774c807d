/** Batches of telemetry, each counted once however often it is read again after a crash. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { addIntake, type IntakeCount } from './intake.ts'

/** Longer than any journal file is stored. */
const rememberedDays = 30

export async function isBatchStored(database: Database, scope: Scope, id: string): Promise<boolean> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('telemetry_batch').select('id').where('id', '=', id).executeTakeFirst(),
  )
  return row !== undefined
}

/**
 * Counts a batch whose items were written, and deletes its relayed items, in one transaction. Does nothing for a batch
 * that was already counted.
 */
export async function recordBatch(
  tx: ScopedTransaction,
  { id, counts, relayed, at }: { id: string; counts: readonly IntakeCount[]; relayed: readonly string[]; at: Date },
): Promise<void> {
  const added = await tx
    .insertInto('telemetry_batch')
    .values({ organization_id: tx.scopedTo, id })
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return
  await addIntake(tx, { organizationId: tx.scopedTo }, counts, at)
  if (relayed.length > 0) await tx.deleteFrom('forwarded_telemetry').where('id', 'in', relayed).execute()
  await tx
    .deleteFrom('telemetry_batch')
    .where('stored_at', '<', sql<Date>`clock_timestamp() - make_interval(days => ${rememberedDays})`)
    .execute()
}
