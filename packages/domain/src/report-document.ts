/**
 * A report with its figures. Each figure is rounded once, here: the screen and every file show the same digits.
 */
import * as z from 'zod'
import { permissions } from './permission.ts'

const cellKinds = ['text', 'money', 'number', 'percent', 'date'] as const
export type CellKind = (typeof cellKinds)[number]

const reportRowSchema = z.record(z.string(), z.string().nullable())
export type ReportRow = z.infer<typeof reportRowSchema>

const textBlockSchema = z.object({ kind: z.literal('text'), title: z.string(), text: z.string() })

const tableBlockSchema = z.object({
  kind: z.literal('table'),
  title: z.string(),
  columns: z.array(z.object({ key: z.string(), label: z.string(), kind: z.enum(cellKinds) })),
  /** Money has its currency in the column `currency` of its row. */
  rows: z.array(reportRowSchema),
  /** One row for each currency; the rows add up to it. Empty where a sum means nothing. */
  totals: z.array(reportRowSchema),
  /** Draws `value` of each row, named by `label`: as columns over time, or as bars. */
  chart: z.object({ form: z.enum(['columns', 'bars']), label: z.string(), value: z.string() }).nullable(),
  /** What the reader should know, such as rows that are not listed. May be empty. */
  note: z.string(),
})

const reportBlockSchema = z.discriminatedUnion('kind', [textBlockSchema, tableBlockSchema])
export type ReportBlock = z.infer<typeof reportBlockSchema>
export type TableBlock = z.infer<typeof tableBlockSchema>
export type ReportColumn = TableBlock['columns'][number]

export const reportDocumentSchema = z.object({
  title: z.string(),
  description: z.string(),
  organization: z.string(),
  start_date: z.iso.date(),
  /** Exclusive. */
  end_date: z.iso.date(),
  generated_at: z.iso.datetime(),
  /** What a reader needs, because of its sections. */
  needs: z.array(z.enum(permissions)),
  blocks: z.array(reportBlockSchema),
})
export type ReportDocument = z.infer<typeof reportDocumentSchema>
