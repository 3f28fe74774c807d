import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Reports'

const reportDescriptionSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Parameters besides the date range. */
  parameters: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
  /** Numbers of the FOCUS use cases it covers. */
  use_cases: z.array(z.int()),
})
export type ReportDescription = z.infer<typeof reportDescriptionSchema>

const reportTableSchema = z.object({
  columns: z.array(
    z.object({ key: z.string(), label: z.string(), kind: z.enum(['text', 'money', 'number', 'percent', 'date']) }),
  ),
  rows: z.array(z.record(z.string(), z.string().nullable())),
  /** True when the next page has rows. */
  has_more: z.boolean(),
})
export type ReportTable = z.infer<typeof reportTableSchema>

/** The dates and parameters of a run; without dates, all days of the bills. */
export const reportRequestSchema = z.object({
  start_date: z.iso.date().optional(),
  end_date: z.iso.date().optional(),
  parameters: z.record(z.string().max(60), z.string().max(500)).default({}),
})

export const reports = {
  list: route({
    method: 'GET',
    path: '/v1/reports',
    summary: 'List reports',
    tag,
    needs: 'costs:read',
    cache: { clientSeconds: 3600 },
    input: z.object({}),
    output: answer(z.array(reportDescriptionSchema)),
  }),
  run: route({
    method: 'POST',
    path: '/v1/reports/{id}/run',
    idempotency: 'safe',
    summary: 'Run a report',
    description: 'Over a date range, one page of rows. `run.csv` has every row.',
    tag,
    needs: 'costs:read',
    input: reportRequestSchema.extend({
      id: z.string().max(80),
      page: z.int().min(1).max(1_000_000).default(1),
      page_size: z.int().min(1).max(10_000).default(5_000),
    }),
    output: answer(reportTableSchema),
  }),
}
