/** Rows of a series file. Ambiguous quotation marks are an error, since a wrong value would go unnoticed. */
import { badInput } from '@kept/domain/errors.ts'
import { readCsvText } from '@kept/foundation/csv/read-stream.ts'
import type { Separator } from '@kept/foundation/csv/split-row.ts'

interface CsvRecord {
  /** Line on which the last cell ends. */
  line: number
  cells: string[]
}

/** Parses CSV text into trimmed rows. `name` is used in error messages. */
export function csvRecords(text: string, separator: Separator, name: string): CsvRecord[] {
  return readCsvText(text, { separator, trim: true }).map(({ cells, lastLine, problem }) => {
    if (problem === 'quote_not_closed') throw badInput(`${name}: a quotation mark is not closed.`)
    if (problem) {
      throw badInput(
        `${name}, line ${lastLine}: quotation mark inside an unquoted cell. Quote the whole cell and double the mark.`,
      )
    }
    return { line: lastLine, cells }
  })
}

/** Longer headers are not expected of a series. */
const headLength = 64 * 1024

/** Returns the cells of the first row. */
export function headCells(text: string, separator: Separator): string[] {
  return readCsvText(text.slice(0, headLength), { separator, trim: true })[0]?.cells ?? []
}
