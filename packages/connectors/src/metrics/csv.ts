/** Metrics in a CSV file, row by row: at most one chunk of its text is in memory. */
import { badInput } from '@kept/domain/errors.ts'
import { CsvError, type CsvRow } from '@kept/foundation/csv/read.ts'
import { readCsv } from '@kept/foundation/csv/read-stream.ts'
import type { MetricReading } from './reading.ts'
import { type MetricColumns, metricColumns, readMetricRow } from './table.ts'

const longestRow = 64 * 1024

export async function* readMetricsCsv(text: AsyncIterable<string>, file: string): AsyncGenerator<MetricReading> {
  let columns: MetricColumns | undefined
  for await (const row of rowsOf(text, file)) {
    const location = `${file}, line ${row.lastLine}`
    if (!columns) {
      if (row.problem)
        throw badInput(`${location}, has a quotation mark inside a cell. Quote the cell and double the mark.`)
      columns = metricColumns(row.cells, file)
    } else if (row.problem) {
      const value = row.text?.slice(0, 200) ?? ''
      yield { rejected: { location, reason: 'has a quotation mark inside a cell', value } }
    } else {
      yield readMetricRow(row.cells, columns, location)
    }
  }
  if (!columns) throw badInput(`${file} is empty. The first line must have resource_id, metric, timestamp, and value.`)
}

async function* rowsOf(text: AsyncIterable<string>, file: string): AsyncGenerator<CsvRow> {
  const notClosed = (line: number) => badInput(`${file}, line ${line}: a quotation mark is not closed.`)
  try {
    for await (const row of readCsv(text, { trim: true, maxRowLength: longestRow })) {
      if (row.problem === 'quote_not_closed') throw notClosed(row.line)
      yield row
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.kind === 'quote_not_closed') throw notClosed(error.line)
    throw badInput(`${file} has a line of more than ${longestRow} characters. It does not look like a metrics CSV.`)
  }
}
