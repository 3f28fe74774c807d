/** A question to the cube and its answer, as they are sent. */
import * as z from 'zod'
import { dimensionNames, grains, limits, measureNames } from './cube.ts'
import { familyKeySchema } from './cube-key-schema.ts'
import { currencySchema, decimalSchema } from './money.ts'

/** A dimension, or a key of a family as `tag:<key>`, with the key exactly as the bill writes it. */
export const groupKeySchema = z.union([z.enum(dimensionNames), familyKeySchema], {
  error: 'must be a dimension of /v1/costs/catalog, such as service, or a key such as tag:team',
})
export type GroupKey = z.infer<typeof groupKeySchema>

export const filterSchema = z.strictObject({
  dimension: groupKeySchema,
  op: z.enum(['is', 'is_not', 'contains']).default('is'),
  /** "" stands for lines that carry no value. */
  values: z.array(z.string().max(1000)).min(1).max(200),
})
export type Filter = z.infer<typeof filterSchema>

/** Strict: a misspelled `group_by` would answer another question than the one that was asked. */
export const costQuerySchema = z.strictObject({
  measures: z.array(z.enum(measureNames)).min(1).max(limits.measures).default(['effective']),
  group_by: z.array(groupKeySchema).max(limits.groupBy).default([]),
  grain: z.enum(grains).optional(),
  filters: z.array(filterSchema).max(20).default([]),
  /** Days of the charge, UTC; `to` is exclusive. Without them: everything there is. */
  start_date: z.iso.date().optional(),
  end_date: z.iso.date().optional(),
  /** Reads `from` and `to` as billing periods (those that begin in between), as invoices are checked; else as days. */
  window_on: z.enum(['charge', 'billing_period']).optional(),
  compare: z.enum(['previous_period', 'previous_year']).optional(),
  /** Keep the N groups with the largest first measure; the rest is one row marked `other`. */
  top: z.int().min(1).max(limits.top).optional(),
  currency: currencySchema.optional(),
  /** Rows are ordered: currency, period, the rest last, the first measure from large to small, keys. The first is 1. */
  page: z.int().min(1).max(1_000_000).optional(),
  page_size: z.int().min(1).max(limits.rows).optional(),
  /** The version of the first page: refused when other bills were loaded since, because the rows would not line up. */
  version: z.string().max(100).optional(),
})
export type CostQuery = z.infer<typeof costQuerySchema>
/** A query as it is sent, before defaults. */
export type CostQuestion = z.input<typeof costQuerySchema>

/** Every figure null when the bill does not say: unknown is a gap, never a zero. */
const valuesSchema = z.partialRecord(z.enum(measureNames), decimalSchema.nullable())

const costRowSchema = z.object({
  currency: currencySchema,
  /** Start of the day, week or month when a grain was asked for; with hours an instant, UTC. */
  period: z.union([z.iso.date(), z.iso.datetime()]).nullable(),
  keys: z.record(z.string(), z.string()),
  /** Readable names of the keys, where the bill has them. */
  names: z.record(z.string(), z.string()),
  other: z.boolean(),
  values: valuesSchema,
  previous: valuesSchema.nullable(),
})
export type CostRow = z.infer<typeof costRowSchema>

export const costAnswerSchema = z.object({
  rows: z.array(costRowSchema),
  totals: z.array(z.object({ currency: currencySchema, values: valuesSchema, previous: valuesSchema.nullable() })),
  /** How many groups there are in all, of which `shown` stand on their own. */
  groups: z.object({ returned: z.int(), total: z.int() }),
  start_date: z.iso.date().nullable(),
  end_date: z.iso.date().nullable(),
  previous_start_date: z.iso.date().nullable(),
  previous_end_date: z.iso.date().nullable(),
  /** Which rows these are: `rows` is how many the whole answer has. The totals are always of the whole. */
  page: z.object({ number: z.int(), size: z.int(), rows: z.int(), version: z.string() }),
})
export type CostAnswer = z.infer<typeof costAnswerSchema>
