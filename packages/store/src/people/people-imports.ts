/** User imports between preview and commit: what was previewed is what is committed. */
import { KeptError } from '@kept/domain/errors.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import type { ImportedPerson, ImportedPersonError } from './people-schema.ts'

interface NewPeopleImport {
  id: string
  name: string
  sha256: string
  rows: ImportedPerson[]
  errors: ImportedPersonError[]
  error_count: number
  created_by: string
  at: Date
  expires_at: Date
}

export interface FoundPeopleImport extends Omit<NewPeopleImport, 'at'> {
  committed_at: Date | null
}

/** Stores a preview and deletes expired ones of the organization that were not committed. */
export async function savePeopleImport(
  tx: ScopedTransaction,
  { at, rows, errors, ...rest }: NewPeopleImport,
): Promise<void> {
  await tx.deleteFrom('people_import').where('organization_id', '=', tx.scopedTo).where('expires_at', '<', at).execute()
  await tx
    .insertInto('people_import')
    .values({
      organization_id: tx.scopedTo,
      ...rest,
      rows: JSON.stringify(rows),
      errors: JSON.stringify(errors),
      created_at: at,
    })
    .execute()
}

/** Locked until the transaction ends, so that it is committed once. */
export async function takePeopleImport(tx: ScopedTransaction, id: string): Promise<FoundPeopleImport> {
  const row = await tx
    .selectFrom('people_import')
    .select(['id', 'name', 'sha256', 'rows', 'errors', 'error_count', 'created_by', 'expires_at', 'committed_at'])
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new KeptError('not_found', 'Preview not found; upload the file again.')
  return row
}

export async function markPeopleImportCommitted(tx: ScopedTransaction, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('people_import')
    .set({ committed_at: now })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
}
