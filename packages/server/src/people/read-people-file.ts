/** A file of people, CSV or Excel, as rows of text with the line each stands on. What the rows mean is not asked here. */
import { badInput } from '@kept/domain/errors.ts'
import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/node'
import { unpackedBytes } from './unpacked-bytes.ts'

export interface FileRow {
  line: number
  cells: string[]
}

const mostUnpackedBytes = 32 * 1024 * 1024

/** Told by its first bytes, not by its name: an Excel file is a zip. */
export async function readPeopleFile(body: Buffer): Promise<FileRow[]> {
  if (body.length === 0) throw badInput('The file is empty; it needs a line of headings and a row for each person.')
  if (body.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))) return readExcel(body)
  if (body.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) {
    throw badInput('This is an Excel file of the old kind (.xls); save it as .xlsx or CSV.')
  }
  return readCsv(body)
}

function readCsv(body: Buffer): FileRow[] {
  const text = decode(body)
  const head = text.slice(0, text.search(/[\r\n]|$/))
  const delimiter = [',', ';', '\t'].reduce((best, one) => (count(head, one) > count(head, best) ? one : best), ',')
  try {
    const records = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    const line = (error as { lines?: number }).lines
    throw badInput(
      `The file cannot be read as CSV${line ? `; look at line ${line}` : ''}: is a quotation mark left open?`,
    )
  }
}

function decode(body: Buffer): string {
  if (body.includes(0)) throw badInput('The file is neither CSV in UTF-8 nor an Excel workbook (.xlsx).')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body)
  } catch {
    throw badInput('The file is not in UTF-8; save it as "CSV UTF-8" or as an Excel workbook (.xlsx).')
  }
}

async function readExcel(body: Buffer): Promise<FileRow[]> {
  // Asked before anything is unpacked: a small file can hold a great many zeros.
  if (unpackedBytes(body) > mostUnpackedBytes) throw badInput('The workbook is too large unpacked; save it as CSV.')
  let rows: unknown[][]
  try {
    rows = (await readSheet(body)) as unknown[][]
  } catch {
    throw badInput('The file cannot be read as an Excel workbook; save it again as .xlsx or as CSV.')
  }
  return rows
    .map((cells, index) => ({
      line: index + 1,
      cells: cells.map((cell) => (cell === null ? '' : String(cell).trim())),
    }))
    .filter(({ cells }) => cells.some(Boolean))
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}
