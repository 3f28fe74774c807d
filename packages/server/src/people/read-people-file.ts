/** Reads a user file (CSV or Excel) into rows with line numbers. */
import { badInput } from '@kept/domain/errors.ts'
import { readCsvText } from '@kept/foundation/csv/read-stream.ts'
import { unpackedBytes } from './unpacked-bytes.ts'

export interface FileRow {
  line: number
  cells: string[]
}

const maxUnpackedBytes = 32 * 1024 * 1024

/** Detected by magic bytes, not by name: Excel files are zip archives. */
export async function readPeopleFile(body: Buffer): Promise<FileRow[]> {
  if (body.length === 0) throw badInput('The file is empty. Add a header row and one row per user.')
  if (body.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))) return readExcel(body)
  if (body.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) {
    throw badInput('The .xls format is not supported. Save the file as .xlsx or CSV.')
  }
  return readCsv(body)
}

function readCsv(body: Buffer): FileRow[] {
  return readCsvText(decode(body), { trim: true }).map(({ cells, line, lastLine, problem }) => {
    if (problem) throw badInput(`The file is not valid CSV, line ${line}. Check for an unclosed quotation mark.`)
    return { line: lastLine, cells }
  })
}

function decode(body: Buffer): string {
  if (body.includes(0)) throw badInput('The file must be CSV (UTF-8) or an Excel workbook (.xlsx).')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body)
  } catch {
    throw badInput('The file is not UTF-8. Save it as "CSV UTF-8" or as an Excel workbook (.xlsx).')
  }
}

async function readExcel(body: Buffer): Promise<FileRow[]> {
  // Checked before unpacking, against zip bombs.
  if (unpackedBytes(body) > maxUnpackedBytes) throw badInput('The workbook is too large. Save it as CSV.')
  const { readSheet } = await import('read-excel-file/node')
  let rows: unknown[][]
  try {
    rows = (await readSheet(body)) as unknown[][]
  } catch {
    throw badInput("The Excel workbook can't be read. Save it again as .xlsx or CSV.")
  }
  return rows
    .map((cells, index) => ({
      line: index + 1,
      cells: cells.map((cell) => (cell === null ? '' : String(cell).trim())),
    }))
    .filter(({ cells }) => cells.some(Boolean))
}
