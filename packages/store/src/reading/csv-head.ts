/** The beginning of a delimited file: its delimiter, its header, and a few rows to infer its dialect from. */
import { CsvReader, detectSeparator } from '@kept/foundation/csv/read.ts'
import type { Separator } from '@kept/foundation/csv/split-row.ts'

export interface CsvHead {
  delimiter: Separator
  header: string[]
  /** Physical lines of the header. */
  headerLines: number
  rows: string[][]
}

const maxRows = 1000

/** `isComplete`: the text is the complete file; else its last row may be cut off and is ignored. */
export function readCsvHead(text: string, isComplete: boolean): CsvHead | undefined {
  const delimiter = detectSeparator(text)
  // Empty lines are kept: the engine counts them too.
  const options = { separator: delimiter, keepEmptyLines: true, maxRowLength: Number.POSITIVE_INFINITY }
  const reader = new CsvReader(options)
  const [header, ...rows] = [...reader.push(text), ...(isComplete ? reader.end() : [])]
  if (!header) return undefined
  return {
    delimiter,
    header: header.cells,
    headerLines: header.lastLine - header.line + 1,
    rows: rows.slice(0, maxRows).map(({ cells }) => cells),
  }
}
