/** The rows of a report in table order, for the screen and the export. */
import type { ReportTable as Table } from '@kept/contract/routes/reports.ts'
import type { List } from '../../csv/list-file.ts'
import { sortRows } from '../../table/sort-rows.ts'

export type ReportRow = { id: string; cells: Table['rows'][number] }
export type ReportColumn = Table['columns'][number]
export type ReportSort = { id: string; desc: boolean } | undefined

export function isFigure({ kind }: ReportColumn): boolean {
  return kind === 'money' || kind === 'number' || kind === 'percent'
}

export function rowsOf(table: Table): ReportRow[] {
  return table.rows.map((cells, index) => ({ id: String(index), cells }))
}

export function sortBy(column: ReportColumn): (row: ReportRow) => number | string | undefined {
  return ({ cells }) => {
    const value = cells[column.key]
    if (value === null || value === undefined || value === '') return undefined
    return isFigure(column) ? Number(value) : value
  }
}

/** Returns every cell exactly as the server sent it. */
export function reportList(table: Table, sort: ReportSort): List {
  const columns = table.columns.map((column) => ({ id: column.key, sortBy: sortBy(column) }))
  const rows = sortRows(rowsOf(table), columns, sort).map(({ cells }) => cells)
  return {
    head: table.columns.map(({ label }) => label),
    cells: rows.map((cells) => table.columns.map(({ key }) => cells[key] ?? null)),
    rows,
  }
}
