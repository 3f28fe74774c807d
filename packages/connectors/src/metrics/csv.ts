/** Metrics in a CSV file, line by line: never more of it in memory than a piece of its text. */
import { badInput } from '@kept/domain/errors.ts'
import type { MetricReading } from './reading.ts'
import { type MetricColumns, metricColumns, readMetricRow } from './table.ts'

const longestLine = 64 * 1024

export async function* readMetricsCsv(text: AsyncIterable<string>, file: string): AsyncGenerator<MetricReading> {
  let columns: MetricColumns | undefined
  let separator = ','
  let line = 0
  for await (const row of linesOf(text, file)) {
    line += 1
    if (row.trim() === '') continue
    if (!columns) {
      const head = row.replace(/^\uFEFF/, '')
      separator = [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ','
      columns = metricColumns(cellsOf(head, separator), file)
      continue
    }
    yield readMetricRow(cellsOf(row, separator), columns, `${file}, line ${line}`)
  }
  if (!columns) throw badInput(`${file} is empty; it needs a first line with resource_id, metric, timestamp and value.`)
}

async function* linesOf(text: AsyncIterable<string>, file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of text) {
    rest += piece
    const lines = rest.split(/\r\n|\n/)
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) {
      throw badInput(`${file} has a line of more than ${longestLine} letters; it does not look like a CSV of metrics.`)
    }
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Cells of one line; quotes may hold the separator, and a doubled quote is one. */
function cellsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator)
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at]
    if (letter === '"') {
      if (quoted && line[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = !quoted
    } else if (letter === separator && !quoted) {
      cells.push(cell)
      cell = ''
    } else cell += letter
  }
  return [...cells, cell]
}
