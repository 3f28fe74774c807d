/** A list as a file: its rows with the columns a person wants, or the rows as the server said them. */
import { writeCsv } from './write.ts'

export type Cell = string | number | boolean | null | undefined | readonly string[]

/** A column and what stands in it: a field of the row by its name, or worked out. */
export type ListColumn<Row> = readonly [head: string, of: keyof Row | ((row: Row) => Cell)]

export interface List {
  head: readonly string[]
  cells: readonly (readonly (string | null)[])[]
  /** As the server said them. */
  rows: readonly unknown[]
}

/** Figures go out with every digit they have, times as ISO with their zone: as they came. */
export function listOf<Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[]): List {
  return {
    head: columns.map(([head]) => head),
    cells: rows.map((row) => columns.map(([, of]) => textOf(typeof of === 'function' ? of(row) : (row[of] as Cell)))),
    rows,
  }
}

export const listFormats = ['csv', 'json'] as const
export type ListFormat = (typeof listFormats)[number]

export interface ListFile {
  name: string
  text: string
  type: string
}

/** "anomalies-2026-11-22.csv": what it is and when it was taken, by the clock of whoever took it. */
export function fileOf(name: string, { head, cells, rows }: List, format: ListFormat, now: Date): ListFile {
  return format === 'csv'
    ? { name: `${name}-${dayOf(now)}.csv`, text: writeCsv(head, cells), type: 'text/csv;charset=utf-8' }
    : { name: `${name}-${dayOf(now)}.json`, text: `${JSON.stringify(rows, null, 2)}\n`, type: 'application/json' }
}

export function dayOf(now: Date): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

// No exponent: "1e-7" is a text to some programs, and "-1e-7" looks like a formula.
const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })

function textOf(cell: Cell): string | null {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'number') return plain.format(cell)
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return typeof cell === 'string' ? cell : cell.join('; ')
}
