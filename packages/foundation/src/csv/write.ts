/** Writes CSV by RFC 4180: commas, quotation marks where needed, CRLF. */

type CsvValue = string | number | null

/**
 * One line for people who open it in a spreadsheet, its line break included. Text that a spreadsheet would run as a
 * formula is led by an apostrophe; numbers stay numbers, and null is an empty cell.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return csvDataLine(values.map((value) => disarmFormula(value === null ? '' : String(value))))
}

/** A table with its header, for a spreadsheet. */
export function csvTable(head: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [head, ...rows].map(csvLine).join('')
}

/** One line for programs that read it back: every cell exactly as given. */
export function csvDataLine(cells: readonly string[], lineBreak: '\r\n' | '\n' = '\r\n'): string {
  // A row of one empty cell would be an empty line, which readers skip.
  const line = cells.length === 1 && cells[0] === '' ? '""' : cells.map(quoteCell).join(',')
  return `${line}${lineBreak}`
}

/** A leading byte order mark would be taken for the file's. */
function quoteCell(cell: string): string {
  return /[",\r\n]|^\uFEFF/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Full-width and small forms of = + - @ are formulas too, and invisible characters before them do not help. */
export function disarmFormula(text: string): string {
  const isFormula = /^[\s\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|^[\t\r]/u.test(text)
  return isFormula && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
}
