import { KeptError } from '@kept/domain/errors.ts'
import type { Import } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { attemptKey } from './attempt.ts'
import { toImport } from './to-import.ts'

export interface FoundImport {
  import: Import
  /** Its newest attempt's key: under it stand its rows and its set-aside rows. */
  key: string
}

/** One delivery of this organization; somebody else's is simply not there. */
export async function findImport(database: Database, scope: Scope, id: string): Promise<FoundImport> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('import').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw new KeptError('not_found', 'Import not found.')
  return { import: toImport(row), key: attemptKey(row.id, row.attempt) }
}
