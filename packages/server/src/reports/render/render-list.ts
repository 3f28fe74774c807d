/** The rows of a list as a file. */
import type { ListExportInput } from '@kept/contract/inputs/exports.ts'
import { listExportLimits } from '@kept/contract/inputs/exports.ts'
import { badInput } from '@kept/domain/errors.ts'
import { csvTable } from '@kept/foundation/csv/write.ts'
import { type CellType, workbook } from '../../platform/export/workbook.ts'
import { listPdf } from './list-pdf.ts'

interface ListOfRows extends Pick<ListExportInput, 'head' | 'cells'> {
  title: string
}

export async function renderList(
  { title, head, cells }: ListOfRows,
  format: ListExportInput['format'],
  about: { organization: string; day: string },
): Promise<Buffer> {
  if (format === 'csv') return Buffer.from(csvTable(head, cells))
  if (format === 'excel') {
    const columns = head.map((label, column) => ({ label, type: typeOf(cells.map((row) => row[column] ?? null)) }))
    return workbook([{ name: title, columns, rows: cells }])
  }
  if (cells.length > listExportLimits.pdfRows)
    throw badInput(`A PDF has at most 5,000 rows, and this list has ${cells.length}. Export Excel or CSV.`)
  return listPdf({ title, head, cells }, about)
}

/** Figures only: digits of an account, a phone number or a SKU are a name, and stay text. */
function typeOf(values: readonly (string | null)[]): CellType {
  const existing = values.filter((value): value is string => value !== null && value !== '')
  const isFigure = (value: string) => /^-?(0|[1-9]\d{0,8}|[1-9]\d{0,14}(?=\.))(\.\d+)?$/.test(value)
  return existing.length > 0 && existing.every(isFigure) ? 'number' : 'text'
}
