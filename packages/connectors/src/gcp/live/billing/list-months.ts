/** Which invoice months the billing export has, and which table each of them is read from. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { CostReport } from '@kept/domain/sync/port.ts'
import type { GcpSession } from '../session.ts'
import { chooseTables, type TableMonth } from './choose-tables.ts'
import type { ExportName } from './export-name.ts'
import { monthPath } from './month-path.ts'
import { type QuerySettings, readSummaries } from './summaries.ts'
import { findExportTables } from './tables.ts'

/** Google exports usage within a day. */
const settledAfterMs = 24 * 3_600_000

/** Of `since` and later months; all when it is undefined. Throws a `SyncFailure`. */
export async function listExportMonths(
  session: GcpSession,
  name: ExportName,
  { since, settings }: { since: string | undefined; settings: QuerySettings },
): Promise<CostReport[]> {
  const months: TableMonth[] = []
  const request = { since, settledMs: session.nowMs() - settledAfterMs }
  for (const table of await findExportTables(session, name))
    for (const summary of await readSummaries(session, table, request, settings)) months.push({ ...summary, table })
  const chosen = chooseTables(months)
  refuseDoubles(chosen)
  const byFile = Map.groupBy(chosen, ({ table, month }) => `${nameOf(table)} ${month}`)
  return [...byFile.values()].map(toReport)
}

function toReport(accounts: readonly TableMonth[]): CostReport {
  const [first] = accounts
  if (first === undefined) throw new Error('a group has entries')
  const { table, month } = first
  return {
    path: monthPath({
      dataset: table.dataset,
      table: table.table,
      month,
      loadedFrom: String(
        bigIntsOf(accounts, 'loadedFrom').reduce((least, micros) => (micros < least ? micros : least)),
      ),
      loadedTo: String(bigIntsOf(accounts, 'loadedTo').reduce((most, micros) => (micros > most ? micros : most))),
      rows: accounts.reduce((total, { rows }) => total + rows, 0),
    }),
    // Known when it is read.
    bytes: 0,
    version: accounts
      .map(({ account, rows, exportedMs }) => `${account} ${rows} ${exportedMs}`)
      .sort()
      .join(', '),
    kind: 'month',
    writtenMs: Math.max(...accounts.map(({ exportedMs }) => exportedMs)),
    month,
    accounts: accounts.map(({ account }) => account),
    note: first.note,
  }
}

function bigIntsOf(months: readonly TableMonth[], name: 'loadedFrom' | 'loadedTo'): bigint[] {
  return months.map((entry) => BigInt(entry[name]))
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
        `${nameOf(other.table)} and ${nameOf(entry.table)} both have ${entry.month} of the billing account ${entry.account}, whose costs would count twice. Enter the name of one of these tables as the billing export.`,
      )
    seen.set(key, entry)
  }
}

function nameOf({ project, dataset, table }: TableMonth['table']): string {
  return `${project}.${dataset}.${table}`
}
