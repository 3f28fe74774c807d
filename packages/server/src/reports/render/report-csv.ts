/** A report as CSV: its tables one after the other, each under its title. */
import type { ReportDocument, TableBlock } from '@kept/domain/report-document.ts'
import { csvLine, csvTable } from '@kept/foundation/csv/write.ts'

export function reportCsv({ title, start_date, end_date, blocks }: ReportDocument): string {
  const head = [csvLine([title]), csvLine(['Start date', start_date]), csvLine(['End date (exclusive)', end_date])]
  const parts = blocks.map((block) =>
    block.kind === 'text'
      ? [csvLine([block.title]), ...block.text.split(/\r?\n/).map((line) => csvLine([line]))].join('')
      : [csvLine([block.title]), tableCsv(block), block.note && csvLine([block.note])].join(''),
  )
  return [head.join(''), ...parts].join('\r\n')
}

function tableCsv({ columns, rows, totals }: TableBlock): string {
  return csvTable(
    columns.map(({ label }) => label),
    [...rows, ...totals].map((row) => columns.map(({ key }) => row[key] ?? null)),
  )
}
