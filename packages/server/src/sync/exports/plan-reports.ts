/**
 * Which cost reports of a cloud make up each month. Reports of one kind add up, so a month is all that were written in
 * it, and a report stays in the month that it was first read in. Reports of complete months take the place of what was
 * read of them. Pure.
 */
import { createHash } from 'node:crypto'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { CostReport, CostReportKind } from '@kept/domain/sync/port.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import type { MonthExport } from './plan-exports.ts'

const dayMs = 24 * 3_600_000
/** Reports are up to a day late, so one kind may begin a day after the other and say the same. */
const lateMs = dayMs
/** A kind that was not written for so long, while the other one was, is no longer written. */
const silentMs = 7 * dayMs

const labels: Readonly<Record<CostReportKind, string>> = { focus: 'FOCUS reports', cost_csv: 'cost reports in CSV' }

/**
 * `loaded` has the paths of what each month was loaded from. A month of which the cloud has deleted reports since is not
 * among the result: it stays as it was read. Throws a `SyncFailure` when the kind that was read so far is no longer
 * written: going on with the other one could count hours twice, or none.
 */
export function planReports(
  exportName: string,
  reports: readonly CostReport[],
  loaded: ReadonlyMap<string, readonly string[]>,
): MonthExport[] {
  const ofMonths = reports.filter(({ kind }) => kind === 'month')
  if (ofMonths.length > 0)
    return [...Map.groupBy(ofMonths, ({ month }) => month)]
      .map(([month, ofMonth]) => toMonth(exportName, month, ofMonth))
      .sort((a, b) => (a.month < b.month ? -1 : 1))
  return planAddedReports(exportName, reports.filter(addsUp), loaded)
}

type AddedReport = CostReport & { kind: CostReportKind }

function addsUp(report: CostReport): report is AddedReport {
  return report.kind !== 'month'
}

function planAddedReports(
  exportName: string,
  reports: readonly AddedReport[],
  loaded: ReadonlyMap<string, readonly string[]>,
): MonthExport[] {
  const listed = new Map(reports.map((report) => [report.path, report]))
  const loadedPaths = [...loaded.values()].flat()
  const kind = kindToRead(
    reports,
    loadedPaths.flatMap((path) => listed.get(path) ?? []),
  )
  const monthOf = new Map([...loaded].flatMap(([month, paths]) => paths.map((path) => [path, month] as const)))
  const isComplete = (month: string) => (loaded.get(month) ?? []).every((path) => listed.has(path))
  const byMonth = Map.groupBy(
    reports.filter((report) => report.kind === kind),
    ({ path, month }) => monthOf.get(path) ?? month,
  )
  return [...byMonth]
    .filter(([month]) => isComplete(month))
    .map(([month, ofMonth]) => toMonth(exportName, month, ofMonth))
    .sort((a, b) => (a.month < b.month ? -1 : 1))
}

/** Both kinds say the same, so one is read: the one that was read before, then FOCUS where it goes back as far. */
function kindToRead(reports: readonly AddedReport[], loaded: readonly AddedReport[]): CostReportKind {
  const ofKind = (kind: CostReportKind) => reports.filter((report) => report.kind === kind)
  const newestLoaded = loaded.reduce<AddedReport | undefined>(
    (newest, report) => (newest === undefined || report.writtenMs > newest.writtenMs ? report : newest),
    undefined,
  )
  if (newestLoaded !== undefined) {
    const { kind } = newestLoaded
    const other = kind === 'focus' ? 'cost_csv' : 'focus'
    const [lastMs, otherMs] = [newestMs(ofKind(kind)), newestMs(ofKind(other))]
    if (otherMs - lastMs > silentMs)
      throw new SyncFailure(
        'unexpected',
        `Oracle Cloud has written no ${labels[kind]} since ${formatDay(new Date(lastMs).toISOString().slice(0, 10))}, but ${labels[other]}. What was read stays. To read the others instead, undo the imports of this connection and choose "Sync now".`,
      )
    return kind
  }
  const [focus, csv] = [ofKind('focus'), ofKind('cost_csv')]
  if (focus.length === 0) return 'cost_csv'
  return csv.length === 0 || oldestMs(focus) <= oldestMs(csv) + lateMs ? 'focus' : 'cost_csv'
}

function newestMs(reports: readonly CostReport[]): number {
  return reports.reduce((newest, { writtenMs }) => Math.max(newest, writtenMs), 0)
}

function oldestMs(reports: readonly CostReport[]): number {
  return reports.reduce((oldest, { writtenMs }) => Math.min(oldest, writtenMs), Number.POSITIVE_INFINITY)
}

function toMonth(exportName: string, month: string, reports: readonly CostReport[]): MonthExport {
  const sorted = reports.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const execution = createHash('sha256')
  for (const { path, bytes, version } of sorted) execution.update(JSON.stringify([path, bytes, version]))
  return {
    exportName,
    month,
    execution: execution.digest('hex'),
    manifest: '',
    files: sorted.map(({ path, bytes }) => ({ path, bytes })),
    missing: [],
    notes: [...new Set(sorted.flatMap(({ note }) => note ?? []))],
  }
}
