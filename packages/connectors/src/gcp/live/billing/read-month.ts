/** The rows of one invoice month, as the lines of a file that BigQuery would export. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { GcpSession } from '../session.ts'
import type { ExportName } from './export-name.ts'
import { parseMonthPath } from './list-months.ts'
import { queryPages } from './query.ts'
import { monthQuery, type QuerySettings, readSummaries } from './summaries.ts'
import { findExportTables } from './tables.ts'

const action = 'bigquery.tables.getData'

/** Lines of JSON, one for each row. Throws a `SyncFailure`, also after some lines: then the file is not complete. */
export async function* readMonthLines(
  session: GcpSession,
  name: ExportName,
  { path, settings }: { path: string; settings: QuerySettings },
): AsyncGenerator<string> {
  const file = parseMonthPath(path, name)
  if (file === undefined)
    throw new SyncFailure('unexpected', `${path} is not of the billing export of this connection.`, { action })
  const { dataset, table: tableName, month } = file
  const [table] = await findExportTables(session, { project: name.project, dataset, table: tableName })
  if (table === undefined) throw new Error('a table that is named is returned')
  const summaries = (await readSummaries(session, table, month, settings)).filter((summary) => summary.month === month)
  const bounds = {
    month,
    loadedFrom: bound(summaries.map(({ loadedFrom }) => loadedFrom)).least,
    loadedTo: bound(summaries.map(({ loadedTo }) => loadedTo)).most,
  }
  const expected = summaries.reduce((total, { rows }) => total + rows, 0)
  for await (const { rows, totalRows } of queryPages(session, monthQuery(table, bounds, settings))) {
    if (totalRows < expected || totalRows === 0)
      throw new SyncFailure(
        'unavailable',
        `Rows of ${month} were removed from ${table.dataset}.${table.table} while it was read. Kept tries again later.`,
        { action },
      )
    yield rows.map(([line]) => `${line ?? ''}\n`).join('')
  }
}

function bound(micros: readonly string[]): { least: string; most: string } {
  const sorted = micros.map(BigInt).sort((a, b) => (a < b ? -1 : 1))
  return { least: String(sorted.at(0) ?? 0n), most: String(sorted.at(-1) ?? 0n) }
}
