/** Exported lists: CSV with selected columns, or JSON with the rows as the server sent them. */
import { csvTable } from '@kept/foundation/csv/write.ts'

type Cell = string | number | boolean | null | undefined | readonly string[]

/** A column head, and the field of the row or a function that returns the cell. */
export type ListColumn<Row> = readonly [head: string, accessor: keyof Row | ((row: Row) => Cell)]

export interface List {
  head: readonly string[]
  cells: readonly (readonly (string | null)[])[]
  /** The rows as the server sent them, for JSON. */
  rows: readonly unknown[]
}

/** Builds a list. Figures keep every digit, and times stay ISO 8601. */
export function listOf<Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[]): List {
  return {
    head: columns.map(([head]) => head),
    cells: rows.map((row) =>
      columns.map(([, accessor]) => textOf(typeof accessor === 'function' ? accessor(row) : (row[accessor] as Cell))),
    ),
    rows,
  }
}

const listFormats = ['csv', 'json'] as const
export type ListFormat = (typeof listFormats)[number]

interface ListFile {
  name: string
  text: string
  type: string
}

/** Builds the file; its name has the local date, such as "anomalies-2026-11-22.csv". */
export function fileOf(name: string, { head, cells, rows }: List, format: ListFormat, now: Date): ListFile {
  return format === 'csv'
    ? { name: `${name}-${dayOf(now)}.csv`, text: csvTable(head, cells), type: 'text/csv;charset=utf-8' }
    : { name: `${name}-${dayOf(now)}.json`, text: `${JSON.stringify(rows, null, 2)}\n`, type: 'application/json' }
}

function dayOf(now: Date): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

// No exponent: some programs read "1e-7" as text, and "-1e-7" looks like a formula.
const numberFormat = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })

function textOf(cell: Cell): string | null {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'number') return numberFormat.format(cell)
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return typeof cell === 'string' ? cell : cell.join('; ')
}
