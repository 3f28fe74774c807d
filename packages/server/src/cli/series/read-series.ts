/** Reads a series with the columns timestamp and value from a CSV file, a gzipped one, or standard input. */
import { badInput } from '@kept/domain/errors.ts'
import type { SeriesPoint } from '@kept/domain/series.ts'
import type { Separator } from '@kept/foundation/csv/split-row.ts'
import { csvRecords, headCells } from './csv-records.ts'
import { describeOrder, describeTimes } from './describe-rows.ts'
import { noteSpelling, readInstant, refuseMixed, type Spellings } from './read-instant.ts'
import { readText } from './read-text.ts'

export interface SeriesRow extends SeriesPoint {
  /** As written in the file. */
  timestamp: string
}

interface Series {
  /** In file order. */
  rows: SeriesRow[]
  /** Notes about how the file was read. */
  notes: string[]
}

export async function readSeries(path: string): Promise<Series> {
  return parseSeries(await readText(path), path === '-' ? 'Standard input' : path)
}

/** Parses the rows of a CSV text. `name` is used in error messages. */
export function parseSeries(text: string, name: string): Series {
  if (text.trim() === '') {
    throw badInput(`${name} is empty. It needs the columns timestamp and value and at least one row.`)
  }
  const body = text.replace(/^\uFEFF/, '')
  const { separator, timestampAt, valueAt } = readHead(body, name)
  const rows: SeriesRow[] = []
  const spellings: Spellings = { utcOffsets: new Map(), units: new Map() }
  for (const { line, cells } of csvRecords(body, separator, name).slice(1)) {
    const location = `${name}, line ${line}`
    const timestamp = cells[timestampAt] ?? ''
    const instant = readInstant(timestamp, location)
    noteSpelling(spellings, instant, timestamp)
    rows.push({ timestamp, at: instant.at, value: readValue(cells[valueAt] ?? '', separator, location) })
  }
  if (rows.length === 0) throw badInput(`${name} has no rows. It needs at least one.`)
  refuseMixed(spellings, name)
  return { rows, notes: [...describeTimes(spellings, rows), ...describeOrder(rows)] }
}

/** Detects the separator from the first line: comma, semicolon or tab. */
function readHead(text: string, name: string): { separator: Separator; timestampAt: number; valueAt: number } {
  for (const separator of [',', ';', '\t'] as const) {
    const columns = headCells(text, separator).map((cell) => cell.toLowerCase())
    const [timestampAt, valueAt] = [columns.indexOf('timestamp'), columns.indexOf('value')]
    if (timestampAt !== -1 && valueAt !== -1) return { separator, timestampAt, valueAt }
  }
  const head = text.slice(0, text.search(/[\r\n]|$/))
  throw badInput(`${name} needs the columns timestamp and value. Its first line is "${head.slice(0, 80)}".`)
}

const missing = new Set(['', 'nan', 'null', 'na', 'n/a', 'none'])
const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
/** Squares of larger numbers overflow a double. */
const largest = 1e100

function readValue(text: string, separator: Separator, location: string): number | null {
  if (missing.has(text.toLowerCase())) return null
  // Without comma separators, a single comma is the decimal separator.
  const normalized = separator === ',' ? text : text.replace(/^([+-]?\d+),(\d+)$/, '$1.$2')
  if (!number.test(normalized)) {
    throw badInput(`${location}: value "${text.slice(0, 40)}" is not a number. Leave it empty if unknown.`)
  }
  const value = Number(normalized)
  if (Math.abs(value) > largest)
    throw badInput(`${location}: value ${text.slice(0, 40)} is larger than 1e100. Use a larger unit.`)
  return value
}
