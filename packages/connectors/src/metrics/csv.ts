/** Metrics in a CSV file, row by row: never more of it in memory than a piece of its text. */
import { badInput } from '@kept/domain/errors.ts'
import { parse } from 'csv-parse/sync'
import type { MetricReading } from './reading.ts'
import { type MetricColumns, metricColumns, readMetricRow } from './table.ts'

const longestRow = 64 * 1024

export async function* readMetricsCsv(text: AsyncIterable<string>, file: string): AsyncGenerator<MetricReading> {
  let columns: MetricColumns | undefined
  let separator = ','
  for await (const { row, line } of rowsOf(text, file)) {
    const location = `${file}, line ${line}`
    if (row.trim() === '') continue
    if (!columns) {
      const head = row.replace(/^\uFEFF/, '')
      separator = [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ','
      const cells = cellsOf(head, separator)
      if (!cells) throw badInput(`${location}, has a quotation mark inside a cell. Quote the cell and double the mark.`)
      columns = metricColumns(cells, file)
      continue
    }
    const cells = cellsOf(row, separator)
    yield cells
      ? readMetricRow(cells, columns, location)
      : { rejected: { location, reason: 'has a quotation mark inside a cell', value: row.slice(0, 200) } }
  }
  if (!columns) throw badInput(`${file} is empty. The first line must have resource_id, metric, timestamp, and value.`)
}

/** A row ends with the line in which no quotation is open any more; `line` is its last. */
async function* rowsOf(text: AsyncIterable<string>, file: string): AsyncGenerator<{ row: string; line: number }> {
  let open = ''
  let line = 0
  for await (const next of linesOf(text, file)) {
    line += 1
    const row = open === '' ? next : `${open}\n${next}`
    open = row.includes('"') && row.split('"').length % 2 === 0 ? row : ''
    if (open === '') yield { row, line }
    else if (open.length > longestRow) break
  }
  if (open !== '') {
    const first = line - open.split('\n').length + 1
    throw badInput(`${file}, line ${first}: a quotation mark is not closed.`)
  }
}

async function* linesOf(text: AsyncIterable<string>, file: string): AsyncGenerator<string> {
  let buffer = ''
  for await (const chunk of text) {
    buffer += chunk
    const lines = buffer.split(/\r\n|\n/)
    buffer = lines.pop() ?? ''
    if (buffer.length > longestRow) {
      throw badInput(`${file} has a line of more than ${longestRow} characters. It does not look like a metrics CSV.`)
    }
    yield* lines
  }
  if (buffer !== '') yield buffer
}

/** Cells of one row; none where its quotation marks may mean two things. */
function cellsOf(row: string, delimiter: string): string[] | undefined {
  if (!row.includes('"')) return row.split(delimiter)
  try {
    return parse(row, { delimiter, record_delimiter: '\r\n', relax_column_count: true, trim: true })[0]
  } catch {
    return undefined
  }
}
