import { badInput } from '@kept/domain/errors.ts'
import { type CsvError, parse } from 'csv-parse/sync'

export type Separator = ',' | ';' | '\t'

interface CsvRecord {
  /** Line on which the last cell ends. */
  line: number
  cells: string[]
}

/** Parses CSV text into trimmed rows. Quoted cells may contain separators, line breaks and doubled quotation marks. */
export function csvRecords(text: string, separator: Separator, name: string): CsvRecord[] {
  return text.includes('"') ? quoted(text, separator, name) : parseUnquoted(text, separator)
}

/** Returns the cells of the first row. */
export function headCells(text: string, separator: Separator, name: string): string[] {
  const head = text.slice(0, text.search(/[\r\n]|$/))
  const records = head.includes('"') ? quoted(text, separator, name, 1) : parseUnquoted(head, separator)
  return records[0]?.cells ?? []
}

/** Fast path: without quotation marks every line is a row. */
function parseUnquoted(text: string, separator: Separator): CsvRecord[] {
  return text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    if (line.trim() === '') return []
    return { line: index + 1, cells: line.split(separator).map((cell) => cell.trim()) }
  })
}

function quoted(text: string, delimiter: Separator, name: string, to = -1): CsvRecord[] {
  try {
    const records = parse(text, {
      delimiter,
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      to,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    const { code, lines } = error as CsvError & { lines?: number }
    throw badInput(
      code === 'CSV_QUOTE_NOT_CLOSED'
        ? `${name}: a quotation mark is not closed.`
        : `${name}, line ${lines}: quotation mark inside an unquoted cell. Quote the whole cell and double the mark.`,
    )
  }
}
