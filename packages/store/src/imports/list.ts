import type { Import } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { toImport } from './to-import.ts'

/** Imports, newest first, and their total number. */
export async function listImports(
  database: Database,
  scope: Scope,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ imports: Import[]; total: number }> {
  return database.snapshot(scope, async (tx) => {
    const { total } = await tx
      .selectFrom('import')
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow()
    const rows = await tx
      .selectFrom('import')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute()
    return { imports: rows.map(toImport), total: Number(total) }
  })
}
