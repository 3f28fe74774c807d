/** A report as an Excel workbook: a sheet about the report, and one for each table. */
import type { ReportDocument } from '@kept/domain/report-document.ts'
import { type Sheet, workbook } from '../../platform/export/workbook.ts'

export function reportWorkbook(document: ReportDocument): Promise<Buffer> {
  const { title, description, organization, start_date, end_date, generated_at, blocks } = document
  const about: Sheet = {
    name: 'About',
    columns: [
      { label: 'Report', type: 'text' },
      { label: title, type: 'text' },
    ],
    rows: [
      ['Organization', organization],
      ['Description', description],
      ['Start date', start_date],
      ['End date (exclusive)', end_date],
      ['Generated', generated_at],
      ...blocks.flatMap((block): [string, string][] =>
        block.kind === 'text' ? [[block.title, block.text]] : block.note ? [[block.title, block.note]] : [],
      ),
    ],
  }
  const tables = blocks
    .filter((block) => block.kind === 'table')
    .map(
      ({ title: name, columns, rows, totals }): Sheet => ({
        name,
        columns: columns.map(({ label, kind }) => ({
          label: kind === 'percent' ? `${label} (%)` : label,
          type: kind === 'text' || kind === 'date' ? 'text' : 'number',
        })),
        rows: [...rows, ...totals].map((row) => columns.map(({ key }) => row[key] ?? null)),
        boldRows: new Set(totals.map((_, index) => rows.length + index)),
      }),
    )
  return workbook([about, ...tables])
}
