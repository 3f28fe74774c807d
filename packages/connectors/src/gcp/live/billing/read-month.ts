/** The rows of one invoice month, as the lines of a file that BigQuery would export. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { GcpSession } from '../session.ts'
import type { ExportName } from './export-name.ts'
import { parseMonthPath } from './month-path.ts'
import { runQuery } from './query.ts'
import { monthQuery, type QuerySettings } from './summaries.ts'
import { findExportTables } from './tables.ts'

const action = 'bigquery.tables.getData'

/** Lines of JSON, one for each row. Throws a `SyncFailure`, also after some lines: then the file is not complete. */
export async function* readMonthLines(
  session: GcpSession,
  name: ExportName,
  { path, owner, settings }: { path: string; owner: string; settings: QuerySettings },
): AsyncGenerator<string> {
  const file = parseMonthPath(path, name)
  if (file === undefined)
    throw new SyncFailure('unexpected', `${path} is not of the billing export of this connection.`, { action })
  const { dataset, table: tableName, month, rows: expected } = file
  const [table] = await findExportTables(session, { project: name.project, dataset, table: tableName })
  if (table === undefined) throw new Error('a table that is named is returned')
  const key = `${owner} ${path}`
  const { totalRows, pages } = await runQuery(session, monthQuery(table, file, settings), key)
  if (totalRows < expected)
    throw new SyncFailure(
      'unavailable',
      `Rows of ${month} were removed from ${dataset}.${tableName} while it was read. Kept tries again later.`,
      { action },
    )
  for await (const rows of pages) yield rows.map(([line]) => `${line ?? ''}\n`).join('')
}
