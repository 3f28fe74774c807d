/** Rows to CSV text, a piece at a time: a bill is never in memory as a whole. */
import type { FocusColumn } from '@kept/domain/focus-columns.ts'
import { type BillRow, billColumns, type FocusValues } from './row.ts'

const piece = 64 * 1024

/** Pieces of about 64 KB, the header in the first. */
export function* csvPieces(rows: Iterable<BillRow>, columns: readonly FocusColumn[] = billColumns): Generator<string> {
  const place = new Map(columns.map((column, i) => [column as string, i]))
  const cellsOf = new WeakMap<FocusValues, string[]>()
  const fixedCells = (fixed: FocusValues): string[] => {
    const found = cellsOf.get(fixed)
    if (found) return found
    const made = columns.map((column) => cell(fixed[column] ?? ''))
    cellsOf.set(fixed, made)
    return made
  }
  let text = `${columns.join(',')}\n`
  for (const { fixed, own } of rows) {
    const cells = fixedCells(fixed).slice()
    for (const column in own) {
      const at = place.get(column)
      if (at !== undefined) cells[at] = cell(own[column as FocusColumn] ?? '')
    }
    text += `${cells.join(',')}\n`
    if (text.length >= piece) {
      yield text
      text = ''
    }
  }
  if (text) yield text
}

function cell(value: string): string {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
