/**
 * The one CSV reader: RFC 4180, streamed. It also accepts a byte order mark, CR, LF and CRLF as line breaks, rows of
 * different lengths, `;` and tab as separators, and quotation marks in the wrong place (see `CsvRow.problem`).
 */
import { type Separator, type SplitRow, splitRow } from './split-row.ts'

export interface CsvRow extends SplitRow {
  /** Physical line on which the row begins, from 1. */
  line: number
  /** Physical line on which it ends: a later one when a quoted cell holds line breaks. */
  lastLine: number
  /** The row as written, only with a problem. */
  text?: string
}

export interface CsvOptions {
  /** Detected from the first line when absent. */
  separator?: Separator
  /** Removes white space around cells, but not inside quotation marks. Off by default. */
  trim?: boolean
  /** Returns empty lines as rows of one empty cell. Off by default. */
  keepEmptyLines?: boolean
  /** Longest row in characters, one million by default. A longer one is a `CsvError`. */
  maxRowLength?: number
}

/** Thrown for a row that is longer than the limit; callers turn it into a sentence that names the file. */
export class CsvError extends Error {
  readonly kind: 'quote_not_closed' | 'row_too_long'
  /** Physical line on which the row begins. */
  readonly line: number

  constructor(kind: CsvError['kind'], line: number) {
    super(
      kind === 'quote_not_closed'
        ? `Line ${line} has a quotation mark that is not closed.`
        : `Line ${line} is too long for a row of a CSV.`,
    )
    this.kind = kind
    this.line = line
  }
}

const [lineFeed, carriageReturn, quote, space, tab] = [10, 13, 34, 32, 9]

/** Reads text in pieces of any size; each is looked at once, however long a row is. */
export class CsvReader {
  private readonly trim: boolean
  private readonly keepEmptyLines: boolean
  private readonly maxRowLength: number
  private separator: Separator | undefined
  private isFirst = true
  /** Earlier pieces of the row that is still open, and where in a cell the last one stopped. */
  private pieces: string[] = []
  private openLength = 0
  private state: 'cell_start' | 'plain' | 'quoted' | 'quote_closed' = 'cell_start'
  private line = 1
  private isAfterReturn = false
  private rows: CsvRow[] = []

  constructor({ separator, trim = false, keepEmptyLines = false, maxRowLength = 1_000_000 }: CsvOptions = {}) {
    this.separator = separator
    this.trim = trim
    this.keepEmptyLines = keepEmptyLines
    this.maxRowLength = maxRowLength
  }

  /** The rows that are complete after this piece of text. Throws `CsvError`. */
  push(text: string): CsvRow[] {
    if (text === '') return []
    let next = this.isFirst && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
    this.isFirst = false
    if (this.separator === undefined) {
      if (!/[\r\n]/.test(next)) {
        this.keepOpen(next)
        return []
      }
      next = this.takeOpen(next)
      this.separator = detectSeparator(next)
    }
    this.read(next, this.separator)
    return this.takeRows()
  }

  /** The last row, when no line break follows it. */
  end(): CsvRow[] {
    if (this.pieces.length > 0) {
      const text = this.takeOpen('')
      this.addRow(text, this.separator ?? detectSeparator(text))
    }
    return this.takeRows()
  }

  private read(text: string, separator: Separator): void {
    let from = this.isAfterReturn && text.charCodeAt(0) === lineFeed ? 1 : 0
    this.isAfterReturn = false
    while (from < text.length) {
      const simple = this.pieces.length === 0 ? simpleLine(text, from) : undefined
      if (simple) {
        this.addRow(simple.row, separator)
        from = simple.next
        continue
      }
      const end = this.findRowEnd(text, from, separator.charCodeAt(0))
      if (end === -1) {
        this.keepOpen(text.slice(from))
        return
      }
      this.addRow(this.takeOpen(text.slice(from, end)), separator)
      const isReturn = text.charCodeAt(end) === carriageReturn
      this.isAfterReturn = isReturn && end + 1 === text.length
      from = isReturn && text.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1
    }
  }

  /** Where the open row ends in `text`, or -1. */
  private findRowEnd(text: string, from: number, separatorCode: number): number {
    let state = this.state
    let position = from
    for (; position < text.length; position += 1) {
      if (state === 'quoted') {
        position = text.indexOf('"', position)
        if (position === -1) break
        state = 'quote_closed'
        continue
      }
      const code = text.charCodeAt(position)
      if (code === lineFeed || code === carriageReturn) break
      if (code === separatorCode) state = 'cell_start'
      else if (code === quote && state !== 'plain') state = 'quoted'
      else if (!(state === 'cell_start' && this.trim && (code === space || code === tab))) state = 'plain'
    }
    this.state = state
    return position < text.length ? position : -1
  }

  private addRow(text: string, separator: Separator): void {
    const line = this.line
    if (!text.includes('"')) {
      this.line += 1
      if (!this.keepEmptyLines && (text === '' || (this.trim && text.trim() === ''))) return
      const cells = text.split(separator)
      this.rows.push({ cells: this.trim ? cells.map((cell) => cell.trim()) : cells, line, lastLine: line })
      return
    }
    const lastLine = line + (text.match(/\r\n|\n|\r/g)?.length ?? 0)
    this.line = lastLine + 1
    const { cells, problem } = splitRow(text, separator, this.trim)
    this.rows.push({ cells, line, lastLine, ...(problem && { problem, text }) })
  }

  private keepOpen(text: string): void {
    this.pieces.push(text)
    this.openLength += text.length
    if (this.openLength <= this.maxRowLength) return
    throw new CsvError(this.state === 'quoted' ? 'quote_not_closed' : 'row_too_long', this.line)
  }

  private takeOpen(text: string): string {
    const row = this.pieces.length === 0 ? text : this.pieces.join('') + text
    this.pieces = []
    this.openLength = 0
    this.state = 'cell_start'
    return row
  }

  private takeRows(): CsvRow[] {
    const rows = this.rows
    this.rows = []
    return rows
  }
}

/** A whole line without quotation marks is a row: the usual case, and faster than a look at each character. */
function simpleLine(text: string, from: number): { row: string; next: number } | undefined {
  const end = text.indexOf('\n', from)
  if (end === -1) return undefined
  const row = text.slice(from, text.charCodeAt(end - 1) === carriageReturn && end > from ? end - 1 : end)
  return row.includes('"') || row.includes('\r') ? undefined : { row, next: end + 1 }
}

const sampleLength = 64 * 1024

/** The separator that splits the first row of a text, or of its beginning, into most cells; a comma when none does. */
export function detectSeparator(text: string): Separator {
  const sample = text.slice(0, sampleLength)
  const cellCount = (separator: Separator) => {
    const reader = new CsvReader({ separator })
    return (reader.push(sample)[0] ?? reader.end()[0])?.cells.length ?? 0
  }
  const separators: Separator[] = [',', ';', '\t']
  return separators.reduce((best, separator) => (cellCount(separator) > cellCount(best) ? separator : best))
}
