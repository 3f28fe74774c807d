/** Every change by a request has an event in its transaction, also where the repository records none. */
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { currentRecording } from './recording.ts'

/**
 * A database that records the request's own event in the first transaction that changes something, unless the request
 * has recorded an event already. When the transaction is rolled back, so is the event.
 */
export function recordWrites(database: Database): Database {
  return {
    ...database,
    async scoped(scope, work) {
      const recording = currentRecording()
      if (!recording) return database.scoped(scope, work)
      const recordedBefore = recording.recorded
      try {
        return await database.scoped(scope, async (tx) => {
          const result = await work(tx)
          const { pending, recorded } = recording
          if (pending?.organizationId === scope.organizationId && recorded === 0 && (await hasWritten(tx)))
            await pending.record(tx, result)
          return result
        })
      } catch (error) {
        recording.recorded = recordedBefore
        throw error
      }
    },
  }
}

async function hasWritten(tx: ScopedTransaction): Promise<boolean> {
  const { rows } = await sql<{ written: boolean }>`
    SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS written`.execute(tx)
  return rows[0]?.written ?? false
}
