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
export function readCsvHead(text: string, whole: boolean): CsvHead | undefined {
  const body = text.replace(/^\uFEFF/, '')
  if (body === '') return undefined
  const [best] = delimiters
    .map((delimiter) => ({ delimiter, header: readRow(body, 0, delimiter) }))
    .toSorted((a, b) => b.header.cells.length - a.header.cells.length)
  // The delimiter that splits the header into most fields is the one, even when the header is not yet whole.
  if (!best || (best.header.end === undefined && !whole)) return undefined
  const rows = splitRows(body, best.delimiter, whole)
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

const mostRows = 1001

function splitRows(text: string, delimiter: string, whole: boolean): Row[] {
  const rows: Row[] = []
  let at = 0
  while (rows.length < mostRows && at < text.length) {
    const row = readRow(text, at, delimiter)
    if (row.end === undefined && !whole) break
    rows.push({ cells: row.cells, lines: row.lines })
    if (row.end === undefined) break
    at = row.end
  }
  return rows
}

/** One row from `start`; `end` is behind its line break, undefined when the text ends first. */
function readRow(text: string, start: number, delimiter: string): Row & { end: number | undefined } {
  const cells: string[] = []
  let at = start
  for (;;) {
    const cell = text[at] === '"' ? readQuoted(text, at) : undefined
    const from = cell?.end ?? at
    const end = nextBreak(text, from, delimiter)
    cells.push(cell ? cell.value + text.slice(from, end) : text.slice(from, end))
    if (text[end] === delimiter) {
      at = end + 1
      continue
    }
    const behind = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
    const lines = (text.slice(start, end).match(/\n/g)?.length ?? 0) + 1
    return { cells, lines, end: end < text.length ? behind : undefined }
  }
}

function readQuoted(text: string, start: number): { value: string; end: number } {
  let at = start + 1
  for (;;) {
    const close = text.indexOf('"', at)
    if (close < 0) return { value: text.slice(start + 1).replaceAll('""', '"'), end: text.length }
    if (text[close + 1] !== '"') return { value: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 }
    at = close + 2
  }
}

function nextBreak(text: string, from: number, delimiter: string): number {
  let at = from
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}
