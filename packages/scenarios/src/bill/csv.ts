/**
 * Rows to CSV text, a piece at a time: a bill is never in memory as a whole. Shares no code with the readers it tests,
 * so it does not use the writer of `foundation`.
 */
import type { FocusColumn } from '@kept/domain/focus-columns.ts'
import { type BillRow, billColumns, type FocusValues } from './row.ts'

const chunkSize = 64 * 1024

/** Chunks of about 64 KB, the header in the first. */
export function* csvPieces(rows: Iterable<BillRow>, columns: readonly FocusColumn[] = billColumns): Generator<string> {
  const indexByColumn = new Map(columns.map((column, i) => [column as string, i]))
  const cellsOf = new WeakMap<FocusValues, string[]>()
  const fixedCells = (fixed: FocusValues): string[] => {
    const cached = cellsOf.get(fixed)
    if (cached) return cached
    const cells = columns.map((column) => cell(fixed[column] ?? ''))
    cellsOf.set(fixed, cells)
    return cells
  }
  let text = `${columns.join(',')}\n`
  for (const { fixed, varying } of rows) {
    const cells = fixedCells(fixed).slice()
    for (const column in varying) {
      const index = indexByColumn.get(column)
      if (index !== undefined) cells[index] = cell(varying[column as FocusColumn] ?? '')
    }
    text += `${cells.join(',')}\n`
    if (text.length >= chunkSize) {
      yield text
      text = ''
    }
  }
  if (text) yield text
}

function cell(value: string): string {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
