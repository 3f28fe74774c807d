/** Reads a series from a CSV file: columns timestamp and value, also gzipped, also standard input. */
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { badInput } from '@kept/domain/errors.ts'
import type { SeriesPoint } from '@kept/domain/series.ts'
import { cellsOf } from './cells.ts'
import { readInstant, refuseMixedZones } from './read-instant.ts'

export interface SeriesRow extends SeriesPoint {
  /** As it stands in the file. */
  timestamp: string
}

/** The rows of a file in their order. */
export async function readSeries(path: string): Promise<SeriesRow[]> {
  return parseSeries(await readText(path), path === '-' ? 'Standard input' : path)
}

/** The text of a file, of a gzipped file, or (as "-") of standard input. */
export async function readText(path: string): Promise<string> {
  const bytes =
    path === '-' ? await buffer(process.stdin) : await readFile(path).catch((error) => cannotRead(path, error))
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('utf8')
  const plain = await promisify(gunzip)(bytes).catch((error) => {
    throw badInput(`${path} looks gzipped but cannot be unpacked (${error.message}); deliver it again.`)
  })
  return plain.toString('utf8')
}

function cannotRead(path: string, error: NodeJS.ErrnoException): never {
  const why =
    error.code === 'ENOENT'
      ? 'does not exist'
      : error.code === 'EISDIR'
        ? 'is a folder'
        : `cannot be read (${error.code})`
  throw badInput(`${path} ${why}; give a CSV file with the columns timestamp and value.`)
}

/** The rows of a CSV text; `name` is how sentences call it. */
export function parseSeries(text: string, name: string): SeriesRow[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const [head = '', ...rest] = lines
  if (text.trim() === '')
    throw badInput(`${name} is empty; it needs the columns timestamp and value and at least one row.`)
  const columns = cellsOf(head).map((cell) => cell.toLowerCase())
  const [timestampAt, valueAt] = [columns.indexOf('timestamp'), columns.indexOf('value')]
  if (timestampAt === -1 || valueAt === -1) {
    throw badInput(`${name} needs the columns timestamp and value; its first line is "${head.slice(0, 80)}".`)
  }
  const rows: SeriesRow[] = []
  const zones = new Map<string, string>()
  rest.forEach((line, index) => {
    if (line.trim() === '') return
    const cells = cellsOf(line)
    const where = `${name}, line ${index + 2}`
    const timestamp = cells[timestampAt] ?? ''
    const { at, zone } = readInstant(timestamp, where)
    if (!zones.has(zone)) zones.set(zone, timestamp)
    rows.push({ timestamp, at, value: readValue(cells[valueAt] ?? '', where) })
  })
  if (rows.length === 0) throw badInput(`${name} has columns but no rows; it needs at least one.`)
  refuseMixedZones(zones, name)
  return rows
}

const missing = new Set(['', 'nan', 'null', 'na', 'n/a', 'none'])
const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
/** Squares of larger numbers leave the range of a float. */
const largest = 1e100

function readValue(text: string, where: string): number | null {
  if (missing.has(text.toLowerCase())) return null
  if (!number.test(text))
    throw badInput(`${where}: value "${text.slice(0, 40)}" is not a number; leave it empty if unknown.`)
  const value = Number(text)
  if (Math.abs(value) > largest)
    throw badInput(`${where}: value ${text.slice(0, 40)} is beyond 1e100; measure in a larger unit.`)
  return value
}
