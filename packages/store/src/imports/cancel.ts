import { KeptError } from '@kept/domain/errors.ts'
import type { Import } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { toImport } from './to-import.ts'

export const cancelledWords = 'Stopped before it was finished; nothing of it was kept.'

/** Takes the right to publish from an import under way; whoever runs it notices and stops. */
export async function cancelImport(database: Database, scope: Scope, id: string, now: Date): Promise<Import> {
  return database.scoped(scope, async (tx) => {
    const found = await tx.selectFrom('import').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!found) throw new KeptError('not_found', 'There is no such import.')
    if (found.status === 'needs_confirmation') {
      throw new KeptError('conflict', 'This import waits for confirmation; confirm or discard it instead.')
    }
    if (found.status !== 'queued' && found.status !== 'running') {
      throw new KeptError('conflict', 'This import is already finished; it can be undone instead.')
    }
    const row = await tx
      .updateTable('import')
      .set({ status: 'failed', error: cancelledWords, finished_at: now })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toImport(row)
  })
}
