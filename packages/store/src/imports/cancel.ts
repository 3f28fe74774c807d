import { KeptError } from '@kept/domain/errors.ts'
import type { Import } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { toImport } from './to-import.ts'

export const canceledMessage = 'Canceled before it finished; nothing was imported.'

/** Cancels a running import: its attempt may no longer publish, notices that, and stops. */
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
