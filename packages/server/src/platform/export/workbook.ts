/** Excel workbooks. Text is always text, which prevents formula injection. */
import { compare, isDecimal } from '@kept/foundation/decimal.ts'

export type CellType = 'text' | 'number'

export interface Sheet {
  name: string
  columns: readonly { label: string; type: CellType }[]
  rows: readonly (readonly (string | null)[])[]
  /** Numbers of rows that are written in bold, such as totals. */
  boldRows?: ReadonlySet<number>
}

/** One sheet for each table. A figure that Excel could not keep to its last digit is written as text. */
export async function workbook(sheets: readonly Sheet[]): Promise<Buffer> {
  const { default: writeWorkbook } = await import('write-excel-file/node')
  const names = sheetNames(sheets.map(({ name }) => name))
  return writeWorkbook(
    sheets.map(({ columns, rows, boldRows }, index) => ({
      sheet: names[index] ?? `Sheet ${index + 1}`,
      columns: columns.map(({ label }, column) => ({ width: widthOf(label, rows, column) })),
      stickyRowsCount: 1,
      data: [
        columns.map(({ label }) => ({ value: clean(label), type: String, fontWeight: 'bold' as const })),
        ...rows.map((row, number) =>
          row.map((value, column) => cellOf(value, columns[column]?.type ?? 'text', boldRows?.has(number) ?? false)),
        ),
      ],
    })),
  ).toBuffer()
}

function cellOf(value: string | null, type: CellType, isBold: boolean) {
  const style = isBold ? { fontWeight: 'bold' as const } : {}
  if (value === null || value === '') return null
  if (type === 'number' && isExact(value)) {
    const places = value.split('.')[1]?.length ?? 0
    return {
      value: Number(value),
      type: Number,
      format: `#,##0${places > 0 ? `.${'0'.repeat(places)}` : ''}`,
      ...style,
    }
  }
  return { value: clean(value), type: String, ...style }
}

/** True when a spreadsheet's number, which has 15 digits, is the same amount. */
function isExact(value: string): boolean {
  if (!isDecimal(value) || !/^-?\d+(\.\d+)?$/.test(value)) return false
  const digits = value.replace(/^-?0*\.?0*/, '').replace('.', '').length
  return digits <= 15 && compare(String(Number(value)), value) === 0
}

/** XML does not allow control characters, and a lone surrogate is no character. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 32_000)
}

function widthOf(label: string, rows: Sheet['rows'], column: number): number {
  const longest = rows.slice(0, 200).reduce((most, row) => Math.max(most, row[column]?.length ?? 0), label.length)
  return Math.min(60, Math.max(8, longest + 2))
}

/** At most 31 characters, without those Excel does not allow, each name once in any case of letters. */
function sheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const base =
      clean(name)
        .replaceAll(/[[\]:*?/\\]/g, ' ')
        .replaceAll(/^'|'$/g, '')
        .trim()
        .slice(0, 31) || 'Sheet'
    let unique = base
    for (let n = 2; taken.has(unique.toLowerCase()); n += 1) unique = `${base.slice(0, 27)} ${n}`
    taken.add(unique.toLowerCase())
    return unique
  })
}
