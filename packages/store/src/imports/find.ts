import { KeptError } from '@kept/domain/errors.ts'
import type { Import } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { attemptKey } from './attempt.ts'
import { toImport } from './to-import.ts'

interface FoundImport {
  import: Import
  /** The key of its latest attempt, under which its rows and rejected rows are stored. */
  key: string
}

/** One import of this organization; `not_found` for another organization's. */
export async function findImport(database: Database, scope: Scope, id: string): Promise<FoundImport> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('import').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw new KeptError('not_found', 'Import not found.')
  return { import: toImport(row), key: attemptKey(row.id, row.attempt) }
}
