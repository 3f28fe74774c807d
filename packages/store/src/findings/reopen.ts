import type { Finding } from '@kept/domain/finding.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { findFinding } from './find.ts'
import { moveOneFinding } from './move.ts'
import { toFinding } from './row.ts'

/** Takes a step back to open. Of waste that is gone only the dismissal goes: it is not there to be open. */
export async function reopenFinding(
  database: Database,
  scope: Scope,
  id: string,
  { by, now }: { by: string; now: Date },
): Promise<Finding> {
  const gone = await database.scoped(scope, async (tx) => {
    const found = await findFinding(tx, id)
    if (found.status !== 'gone' || found.dismissed_reason === '') return undefined
    return tx
      .updateTable('finding')
      .set({ dismissed_reason: '', dismissed_until: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return gone ? toFinding(gone) : moveOneFinding(database, scope, { id, move: 'reopen', by, now })
}
