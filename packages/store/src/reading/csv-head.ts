/** The beginning of a delimited file: its delimiter, its header, and a few rows to learn its habits from. */

export interface CsvHead {
  delimiter: string
  header: string[]
  /** Physical lines the header takes. */
  headerLines: number
  rows: string[][]
}

const delimiters = [',', ';', '\t']

/** `whole` says that the text is the whole file; else its last row may be cut off and is not looked at. */
export function readCsvHead(text: string, isComplete: boolean): CsvHead | undefined {
  const body = text.replace(/^\uFEFF/, '')
  if (body === '') return undefined
  const [best] = delimiters
    .map((delimiter) => ({ delimiter, header: readRow(body, 0, delimiter) }))
    .toSorted((a, b) => b.header.cells.length - a.header.cells.length)
  // The delimiter that splits the header into most fields is the one, even when the header is not yet whole.
  if (!best || (best.header.end === undefined && !isComplete)) return undefined
  const rows = splitRows(body, best.delimiter, isComplete)
  return {
    delimiter: best.delimiter,
    header: best.header.cells,
    headerLines: best.header.lines,
    rows: rows.slice(1).map(({ cells }) => cells),
  }
}

/** The cells of one line, or of its beginning. */
export function readCsvRow(text: string, delimiter: string): string[] {
  return readRow(text, 0, delimiter).cells
}

interface Row {
  cells: string[]
  lines: number
}

const maxRows = 1001

function splitRows(text: string, delimiter: string, isComplete: boolean): Row[] {
  const rows: Row[] = []
  let position = 0
  while (rows.length < maxRows && position < text.length) {
    const row = readRow(text, position, delimiter)
    if (row.end === undefined && !isComplete) break
    rows.push({ cells: row.cells, lines: row.lines })
    if (row.end === undefined) break
    position = row.end
  }
  return rows
}

/** One row from `start`; `end` is behind its line break, undefined when the text ends first. */
function readRow(text: string, start: number, delimiter: string): Row & { end: number | undefined } {
  const cells: string[] = []
  let position = start
  for (;;) {
    const cell = text[position] === '"' ? readQuoted(text, position) : undefined
    const from = cell?.end ?? position
    const end = nextBreak(text, from, delimiter)
    cells.push(cell ? cell.value + text.slice(from, end) : text.slice(from, end))
    if (text[end] === delimiter) {
      position = end + 1
      continue
    }
    const behind = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
    const lines = (text.slice(start, end).match(/\n/g)?.length ?? 0) + 1
    return { cells, lines, end: end < text.length ? behind : undefined }
  }
}

function readQuoted(text: string, start: number): { value: string; end: number } {
  let position = start + 1
  for (;;) {
    const close = text.indexOf('"', position)
    if (close < 0) return { value: text.slice(start + 1).replaceAll('""', '"'), end: text.length }
    if (text[close + 1] !== '"') return { value: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 }
    position = close + 2
  }
}

function nextBreak(text: string, from: number, delimiter: string): number {
  let position = from
  while (position < text.length && text[position] !== delimiter && text[position] !== '\n' && text[position] !== '\r')
    position += 1
  return position
}
