/** Reads a series from a CSV file: columns timestamp and value, also gzipped, also standard input. */
import { badInput } from '@kept/domain/errors.ts'
import type { SeriesPoint } from '@kept/domain/series.ts'
import { csvRecords, headCells, type Separator } from './csv-records.ts'
import { describeOrder, describeTimes } from './describe-rows.ts'
import { noteSpelling, readInstant, refuseMixed, type Spellings } from './read-instant.ts'
import { readText } from './read-text.ts'

export interface SeriesRow extends SeriesPoint {
  /** As it stands in the file. */
  timestamp: string
}

export interface Series {
  /** In the order of the file. */
  rows: SeriesRow[]
  /** How it was understood, one sentence each. */
  notes: string[]
}

export async function readSeries(path: string): Promise<Series> {
  return parseSeries(await readText(path), path === '-' ? 'Standard input' : path)
}

/** The rows of a CSV text; `name` is how sentences call it. */
export function parseSeries(text: string, name: string): Series {
  if (text.trim() === '') {
    throw badInput(`${name} is empty; it needs the columns timestamp and value and at least one row.`)
  }
  const body = text.replace(/^\uFEFF/, '')
  const { separator, timestampAt, valueAt } = readHead(body, name)
  const rows: SeriesRow[] = []
  const spellings: Spellings = { zones: new Map(), units: new Map() }
  for (const { line, cells } of csvRecords(body, separator, name).slice(1)) {
    const where = `${name}, line ${line}`
    const timestamp = cells[timestampAt] ?? ''
    const instant = readInstant(timestamp, where)
    noteSpelling(spellings, instant, timestamp)
    rows.push({ timestamp, at: instant.at, value: readValue(cells[valueAt] ?? '', separator, where) })
  }
  if (rows.length === 0) throw badInput(`${name} has columns but no rows; it needs at least one.`)
  refuseMixed(spellings, name)
  return { rows, notes: [...describeTimes(spellings, rows), ...describeOrder(rows)] }
}

/** Tables of other countries are parted by semicolons, those of the clipboard by tabs: the first line says which. */
function readHead(text: string, name: string): { separator: Separator; timestampAt: number; valueAt: number } {
  for (const separator of [',', ';', '\t'] as const) {
    const columns = headCells(text, separator, name).map((cell) => cell.toLowerCase())
    const [timestampAt, valueAt] = [columns.indexOf('timestamp'), columns.indexOf('value')]
    if (timestampAt !== -1 && valueAt !== -1) return { separator, timestampAt, valueAt }
  }
  const head = text.slice(0, text.search(/[\r\n]|$/))
  throw badInput(`${name} needs the columns timestamp and value; its first line is "${head.slice(0, 80)}".`)
}

const missing = new Set(['', 'nan', 'null', 'na', 'n/a', 'none'])
const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
/** Squares of larger numbers leave the range of a float. */
const largest = 1e100

function readValue(text: string, separator: Separator, where: string): number | null {
  if (missing.has(text.toLowerCase())) return null
  // Where commas part no columns, one of them may part the decimals; two of them are anybody's guess.
  const plain = separator === ',' ? text : text.replace(/^([+-]?\d+),(\d+)$/, '$1.$2')
  if (!number.test(plain)) {
    throw badInput(`${where}: value "${text.slice(0, 40)}" is not a number; leave it empty if unknown.`)
  }
  const value = Number(plain)
  if (Math.abs(value) > largest)
    throw badInput(`${where}: value ${text.slice(0, 40)} is beyond 1e100; measure in a larger unit.`)
  return value
}
