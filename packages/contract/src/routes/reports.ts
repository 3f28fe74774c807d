import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Reports'

export const reportWordsSchema = z.object({
  id: z.string(),
  title: z.string(),
  words: z.string(),
  /** Which parameters it takes besides the window. */
  parameters: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
  /** Numbers of the FOCUS use cases it answers. */
  use_cases: z.array(z.int()),
})
export type ReportWords = z.infer<typeof reportWordsSchema>

export const reportTableSchema = z.object({
  columns: z.array(
    z.object({ key: z.string(), label: z.string(), kind: z.enum(['text', 'money', 'number', 'percent', 'date']) }),
  ),
  rows: z.array(z.record(z.string(), z.string().nullable())),
  /** True when the table was cut at its limit. */
  cut: z.boolean(),
})
export type ReportTable = z.infer<typeof reportTableSchema>

export const reports = {
  list: route({
    method: 'GET',
    path: '/v1/reports',
    summary: 'The named reports',
    tag,
    needs: 'costs:read',
    input: z.object({}),
    output: answer(z.array(reportWordsSchema)),
  }),
  run: route({
    method: 'POST',
    path: '/v1/reports/{id}/run',
    idempotency: 'safe',
    summary: 'Run a named report over a window',
    tag,
    needs: 'costs:read',
    input: z.object({
      id: z.string().max(80),
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
      parameters: z.record(z.string().max(60), z.string().max(500)).default({}),
    }),
    output: answer(reportTableSchema),
  }),
}
