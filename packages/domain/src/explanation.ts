/** Why a cost changed between two periods: the terms of the change, which add up to it exactly. */
import * as z from 'zod'
import { filterSchema } from './cost-query.ts'
import { explanationTermNames } from './explanation-terms.ts'
import { currencySchema, decimalSchema } from './money.ts'

/** What the change can be listed by. */
const explanationGroups = ['provider', 'service', 'sub_account', 'region', 'resource'] as const
export type ExplanationGroup = (typeof explanationGroups)[number]

const explanationMeasures = ['effective', 'billed'] as const
export type ExplanationMeasure = (typeof explanationMeasures)[number]

/**
 * The cost of one price of one resource in both periods. Where there are too many resources, those with the smallest
 * changes are one cell for each price, and `resources` says how many.
 */
export interface CostCell {
  currency: string
  provider: string
  sub_account: string
  service: string
  region: string
  /** "" for charges without a resource, and where several resources are one cell. */
  resource: string
  resource_name: string
  sku: string
  /** Readable: the meter, or the SKU. */
  meter: string
  unit: string
  /** FOCUS ChargeCategory, ChargeFrequency and ChargeClass. */
  category: string
  frequency: string
  class: string
  /** Of a commitment, or its unused part. */
  commitment: 'none' | 'used' | 'unused'
  resources: number
  /** Whether the resource has any cost lines in each period; it may have them in other cells. */
  is_in_previous: boolean
  is_in_current: boolean
  previous: CellSide
  current: CellSide
}

export interface CellSide {
  /** The explained measure. */
  cost: string
  /** Null where a line of it does not say. */
  list: string | null
  contracted: string | null
  quantity: string | null
}

const explainedItemSchema = z.object({
  provider: z.string(),
  service: z.string(),
  sub_account: z.string(),
  sub_account_name: z.string(),
  region: z.string(),
  /** "" for charges without a resource. */
  resource: z.string(),
  resource_name: z.string(),
  meter: z.string(),
  /** How many resources it stands for. */
  resources: z.int(),
  amount: decimalSchema,
  previous: decimalSchema,
  current: decimalSchema,
  /** In one unit; null where the bill does not say. */
  quantity: z.object({ previous: decimalSchema, current: decimalSchema, unit: z.string() }).nullable(),
  /** Select its lines in `/v1/costs/query` and the Cost Explorer. */
  filters: z.array(filterSchema),
})
export type ExplainedItem = z.infer<typeof explainedItemSchema>

const termAmountSchema = z.object({ term: z.enum(explanationTermNames), amount: decimalSchema })

const explainedTermSchema = termAmountSchema.extend({
  /** How many resources, and charges without one, it comes from. */
  count: z.int(),
  /** The largest amounts first. */
  items: z.array(explainedItemSchema),
  /** The sum of those that are not listed. */
  rest: decimalSchema,
  /** Select its lines, or null where its resources are too many for a filter. */
  filters: z.array(filterSchema).nullable(),
})
export type ExplainedTerm = z.infer<typeof explainedTermSchema>

const explainedGroupSchema = z.object({
  provider: z.string(),
  value: z.string(),
  name: z.string(),
  previous: decimalSchema,
  current: decimalSchema,
  change: decimalSchema,
  /** Those that are not zero; they add up to the change. */
  terms: z.array(termAmountSchema),
  /** One sentence, or "" where nothing changed. */
  reason: z.string(),
})
export type ExplainedGroup = z.infer<typeof explainedGroupSchema>

const currencyExplanationSchema = z.object({
  currency: currencySchema,
  previous: decimalSchema,
  current: decimalSchema,
  /** current - previous; the terms add up to it exactly. */
  change: decimalSchema,
  /** Of the earlier cost, in percent; null when that is zero. */
  change_percent: z.number().nullable(),
  sentence: z.string(),
  /** Every term, in the order of the waterfall, also those that are zero. */
  terms: z.array(explainedTermSchema),
  /** The sums of the terms of each kind. */
  trend: decimalSchema,
  apart: decimalSchema,
  group_by: z.enum(explanationGroups),
  groups: z.array(explainedGroupSchema),
  /** The groups that are not listed. */
  other_groups: z.object({ count: z.int(), change: decimalSchema }),
})
export type CurrencyExplanation = z.infer<typeof currencyExplanationSchema>

export const explanationSchema = z.object({
  measure: z.enum(explanationMeasures),
  /** Null when nothing is loaded. */
  start_date: z.iso.date().nullable(),
  end_date: z.iso.date().nullable(),
  previous_start_date: z.iso.date().nullable(),
  previous_end_date: z.iso.date().nullable(),
  /** False when a bill is missing in the period: its costs may look like a change. */
  is_complete: z.boolean(),
  is_previous_complete: z.boolean(),
  /** One for each currency, the largest cost first; currencies are never added. */
  currencies: z.array(currencyExplanationSchema),
})
export type Explanation = z.infer<typeof explanationSchema>

/** `items` of a term at most; `groups` of an answer; `resources` that are explained one by one, by currency. */
export const explanationLimits = { items: 50, groups: 50, filters: 20, resources: 10_000 } as const

/** A filter such as `provider=AWS`, `service!=Tax` or `resource~web`; long enough for any resource. */
const filterText = z.string().max(1200)

export const explainQuestionSchema = z.object({
  /** Without dates: the last thirty days, or the only month. */
  start_date: z.iso.date().optional(),
  /** Exclusive. */
  end_date: z.iso.date().optional(),
  compare: z.enum(['previous_period', 'previous_year']).default('previous_period'),
  /** Another earlier period; given together, they replace `compare`. */
  previous_start_date: z.iso.date().optional(),
  /** Exclusive. */
  previous_end_date: z.iso.date().optional(),
  measure: z.enum(explanationMeasures).default('effective'),
  /** Repeated: `filter=service=Amazon EC2&filter=region!=us-east-1`. Texts of the same dimension and sign match either. */
  filter: z.union([filterText, z.array(filterText).max(200)]).default([]),
  currency: currencySchema.optional(),
  /** What the change is listed by; by default what the filters leave open: service, sub-account, then resource. */
  group_by: z.enum(explanationGroups).optional(),
  /** The largest items of each term. */
  items: z.coerce.number().int().min(1).max(explanationLimits.items).default(5),
})
export type ExplainQuestion = z.infer<typeof explainQuestionSchema>
