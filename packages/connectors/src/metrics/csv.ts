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
    const where = `${file}, line ${line}`
    if (row.trim() === '') continue
    if (!columns) {
      const head = row.replace(/^\uFEFF/, '')
      separator = [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ','
      const cells = cellsOf(head, separator)
      if (!cells)
        throw badInput(`${where}, has a quotation mark inside a cell; quote the whole cell and double the mark.`)
      columns = metricColumns(cells, file)
      continue
    }
    const cells = cellsOf(row, separator)
    yield cells
      ? readMetricRow(cells, columns, where)
      : { bad: { where, reason: 'has a quotation mark inside a cell', value: row.slice(0, 200) } }
  }
  if (!columns) throw badInput(`${file} is empty; it needs a first line with resource_id, metric, timestamp and value.`)
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
    throw badInput(`${file}, line ${first}: a quotation mark is opened and never closed.`)
  }
}

async function* linesOf(text: AsyncIterable<string>, file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of text) {
    rest += piece
    const lines = rest.split(/\r\n|\n/)
    rest = lines.pop() ?? ''
    if (rest.length > longestRow) {
      throw badInput(`${file} has a line of more than ${longestRow} letters; it does not look like a CSV of metrics.`)
    }
    yield* lines
  }
  if (rest !== '') yield rest
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
