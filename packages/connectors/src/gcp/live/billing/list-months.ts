/** Which invoice months the billing export has, and which table each of them is read from. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { CostReport } from '@kept/domain/sync/port.ts'
import type { GcpSession } from '../session.ts'
import { type ExportName, parseTableName } from './export-name.ts'
import { type MonthSummary, type QuerySettings, readSummaries } from './summaries.ts'
import { type ExportTable, findExportTables } from './tables.ts'

interface TableMonth extends MonthSummary {
  table: ExportTable
}

/** An export that has had no row for so long, while the other one had, is no longer written. */
const silentMs = 3 * 24 * 3_600_000

/** Of `since` and later months; all when it is undefined. Throws a `SyncFailure`. */
export async function listExportMonths(
  session: GcpSession,
  name: ExportName,
  { since, settings }: { since: string | undefined; settings: QuerySettings },
): Promise<CostReport[]> {
  const months: TableMonth[] = []
  for (const table of await findExportTables(session, name))
    for (const summary of await readSummaries(session, table, since, settings)) months.push({ ...summary, table })
  const chosen = chooseTables(months)
  refuseDoubles(chosen)
  const byFile = Map.groupBy(chosen, ({ table, month }) => monthPath(table, month))
  return [...byFile].map(([path, entries]) => ({
    path,
    // Known when it is read.
    bytes: 0,
    version: entries
      .map(({ account, rows, exportedMs }) => `${account} ${rows} ${exportedMs}`)
      .sort()
      .join(', '),
    kind: 'month',
    writtenMs: Math.max(...entries.map(({ exportedMs }) => exportedMs)),
    month: entries[0]?.month ?? '',
    accounts: entries.map(({ account }) => account),
  }))
}

/**
 * The standard and the detailed export say the same costs, so a month is read from one of them: the detailed one, where
 * it goes back as far in the month and is still written.
 */
function chooseTables(months: readonly TableMonth[]): TableMonth[] {
  const byMonth = Map.groupBy(months, ({ table, month }) => `${table.group} ${month}`)
  return [...byMonth.values()].flatMap((entries) => {
    const [detailed = [], standard = []] = [true, false].map((isDetailed) =>
      entries.filter(({ table }) => table.isDetailed === isDetailed),
    )
    if (detailed.length === 0 || standard.length === 0) return entries
    const goesBack = oldest(detailed) <= oldest(standard)
    const isWritten = newest(standard) - newest(detailed) < silentMs
    return goesBack && isWritten ? detailed : standard
  })
}

function oldest(months: readonly TableMonth[]): number {
  return Math.min(...months.map(({ firstUsageMs }) => firstUsageMs))
}

function newest(months: readonly TableMonth[]): number {
  return Math.max(...months.map(({ exportedMs }) => exportedMs))
}

/** The export of a reseller has the rows of its subaccounts, which may have exports of their own. */
function refuseDoubles(months: readonly TableMonth[]): void {
  const seen = new Map<string, TableMonth>()
  for (const entry of months) {
    const key = `${entry.month} ${entry.account}`
    const other = seen.get(key)
    if (other)
      throw new SyncFailure(
        'unexpected',
        `${nameOf(other)} and ${nameOf(entry)} both have ${entry.month} of the billing account ${entry.account}, whose costs would count twice. Enter the name of one of these tables as the billing export.`,
      )
    seen.set(key, entry)
  }
}

function nameOf({ table: { project, dataset, table } }: TableMonth): string {
  return `${project}.${dataset}.${table}`
}

/** "billing.gcp_billing_export_v1_012345_6789AB_CDEF01/2026-01.jsonl.gz": stays the same when rows are added. */
function monthPath({ dataset, table }: ExportTable, month: string): string {
  return `${dataset}.${table}/${month}.jsonl.gz`
}

const pathPattern = /^(\w+)\.([\w-]+)\/(\d{4}-\d{2})\.jsonl\.gz$/

/** The table and month of such a path; undefined for any other path, and for a table of another export. */
export function parseMonthPath(
  path: string,
  name: ExportName,
): { dataset: string; table: string; month: string } | undefined {
  const [, dataset, table, month] = pathPattern.exec(path) ?? []
  if (dataset === undefined || table === undefined || month === undefined) return undefined
  const isOwn =
    (name.dataset ?? dataset) === dataset &&
    (name.table === undefined ? parseTableName(table) !== undefined : name.table === table)
  return isOwn ? { dataset, table, month } : undefined
}
