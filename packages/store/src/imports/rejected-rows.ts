/** Rows that could not be read: counted, paged, and streamed for the download. */
import type { RejectedRow } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'

export async function listRejectedRows(
  warehouse: Warehouse,
  scope: Scope,
  key: string,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ rows: RejectedRow[]; total: number }> {
  const [counted] = await warehouse.query<{ total: number }>(
    scope,
    `SELECT count() AS total FROM rejected_row WHERE organization_id = {organization_id:UUID} AND import_id = {key:String}`,
    { key },
  )
  const rows = await warehouse.query<RejectedRow>(
    scope,
    `SELECT file, line, column, value, reason, row FROM rejected_row
     WHERE organization_id = {organization_id:UUID} AND import_id = {key:String}
     ORDER BY file, line LIMIT {limit:UInt32} OFFSET {offset:UInt64}`,
    { key, limit: page_size, offset: (page - 1) * page_size },
  )
  return { rows, total: counted?.total ?? 0 }
}

export interface RejectionReason {
  column: string
  reason: string
  value: string
  rows: number
}

/** Reasons for rejected rows, the most frequent first, each with one value as an example. */
export function countRejectionReasons(warehouse: Warehouse, scope: Scope, key: string): Promise<RejectionReason[]> {
  return warehouse.query(
    scope,
    `SELECT column, reason, any(value) AS value, count() AS rows FROM rejected_row
     WHERE organization_id = {organization_id:UUID} AND import_id = {key:String}
     GROUP BY column, reason ORDER BY rows DESC, column, reason LIMIT 20`,
    { key },
  )
}

const pageRows = 5_000

/**
 * All of them in order, read in pages so that a million rows need little memory.
 * Ties (two files of one name) stay on one page.
 */
export async function* walkRejectedRows(warehouse: Warehouse, scope: Scope, key: string): AsyncGenerator<RejectedRow> {
  let after: { file: string; line: number } | undefined
  for (;;) {
    const rows: RejectedRow[] = await warehouse.query<RejectedRow>(
      scope,
      `SELECT file, line, column, value, reason, row FROM rejected_row
       WHERE organization_id = {organization_id:UUID} AND import_id = {key:String}
         AND (file, line) > ({file:String}, {line:UInt64})
       ORDER BY file, line LIMIT {limit:UInt32} WITH TIES`,
      { key, file: after?.file ?? '', line: after?.line ?? 0, limit: pageRows },
    )
    yield* rows
    after = rows.at(-1)
    if (!after || rows.length < pageRows) return
  }
}
