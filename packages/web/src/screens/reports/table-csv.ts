/** A report's table as CSV, exactly as the server said it. */
import type { ReportTable } from '@kept/contract/routes/reports.ts'
import { writeCsv } from '../../csv/write.ts'

export function reportCsv({ columns, rows }: ReportTable): string {
  return writeCsv(
    columns.map((column) => column.label),
    rows.map((row) => columns.map((column) => row[column.key] ?? null)),
  )
}
