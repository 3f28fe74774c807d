import { KeptError } from '@kept/domain/errors.ts'
import type { Import } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { toImport } from './to-import.ts'

export const canceledMessage = 'Stopped before it was finished; nothing of it was kept.'

/** Takes the right to publish from an import under way; whoever runs it notices and stops. */
export async function cancelImport(database: Database, scope: Scope, id: string, now: Date): Promise<Import> {
  return database.scoped(scope, async (tx) => {
    const existing = await tx.selectFrom('import').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!existing) throw new KeptError('not_found', 'Import not found.')
    if (existing.status === 'needs_confirmation') {
      throw new KeptError('conflict', 'This import waits for confirmation; confirm or discard it instead.')
    }
    if (existing.status !== 'queued' && existing.status !== 'running') {
      throw new KeptError('conflict', 'This import is already finished; it can be undone instead.')
    }
    const row = await tx
      .updateTable('import')
      .set({ status: 'failed', error: canceledMessage, finished_at: now })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toImport(row)
  })
}
