import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Called when everything after publishing is done as well; only the last step of the progress changes. */
export async function finishImport(database: Database, scope: Scope, importId: string): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .updateTable('import')
      .set({ progress: sql`progress || '{"stage": "done"}'` })
      .where('id', '=', importId)
      .where('status', '=', 'done')
      .execute(),
  )
}
