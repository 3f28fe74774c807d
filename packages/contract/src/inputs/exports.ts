/** What an export of a report or of a list sends. */
import { exportFormats } from '@kept/domain/report-labels.ts'
import * as z from 'zod'

export const reportExportQuery = z.object({ format: z.enum(exportFormats).default('pdf') })

export const listExportLimits = { columns: 60, rows: 100_000, pdfRows: 5_000, bytes: 32 * 1024 * 1024 } as const

const cell = z.string().max(32_000).nullable()

/** The rows of a list as its screen shows them. */
export const listExportInput = z.strictObject({
  format: z.enum(['pdf', 'excel', 'csv']),
  /** Of the file: "alert-rules". */
  name: z.string().min(1).max(120),
  head: z.array(z.string().max(200)).min(1).max(listExportLimits.columns),
  cells: z.array(z.array(cell).max(listExportLimits.columns)).max(listExportLimits.rows),
})
export type ListExportInput = z.infer<typeof listExportInput>
