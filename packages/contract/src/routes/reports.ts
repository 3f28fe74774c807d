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
  /** True when the table was truncated. */
  cut: z.boolean(),
})
export type ReportTable = z.infer<typeof reportTableSchema>

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
    description: 'Over a date range.',
    tag,
    needs: 'costs:read',
    input: z.object({
      id: z.string().max(80),
      start_date: z.iso.date().optional(),
      end_date: z.iso.date().optional(),
      parameters: z.record(z.string().max(60), z.string().max(500)).default({}),
    }),
    output: answer(reportTableSchema),
  }),
}
