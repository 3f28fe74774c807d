/**
 * The cube: what can be asked of the cost lines, as data. A measure or dimension is added here (name, unit, words)
 * and in the store's SQL map, which does not compile until it has it; screens and CLI read the words from here.
 */
import * as z from 'zod'
import type { FocusColumn } from './focus-columns.ts'
import { currencySchema, decimalSchema } from './money.ts'

export type MeasureUnit = 'currency' | 'quantity' | 'currency_per_unit' | 'percent' | 'count'

interface MeasureFacts {
  label: string
  unit: MeasureUnit
  words: string
}

export const measures = {
  billed: {
    label: 'Billed cost',
    unit: 'currency',
    words: 'What the provider invoices, fees on the day they are charged.',
  },
  effective: {
    label: 'Effective cost',
    unit: 'currency',
    words: 'Amortised: commitments spread over what they cover.',
  },
  contracted: {
    label: 'Contracted cost',
    unit: 'currency',
    words: 'At your negotiated prices, before commitment discounts.',
  },
  list: { label: 'List cost', unit: 'currency', words: 'At public list prices.' },
  quantity: {
    label: 'Consumed quantity',
    unit: 'quantity',
    words: 'Usage in its own unit. A figure that would mix units is left out: group by unit.',
  },
  pricing_quantity: {
    label: 'Pricing quantity',
    unit: 'quantity',
    words: 'Usage in the unit it is priced by. A figure that would mix units is left out: group by pricing unit.',
  },
  unit_cost: {
    label: 'Unit cost',
    unit: 'currency_per_unit',
    words: 'Effective cost divided by consumed quantity, of lines that say both, in one unit.',
  },
  savings_against_list: {
    label: 'Savings against list',
    unit: 'currency',
    words: 'List cost less effective cost, where both are known.',
  },
  savings_rate: {
    label: 'Effective savings rate',
    unit: 'percent',
    words: '(Contracted - effective) / contracted, in percent, where both are known.',
  },
  lines: { label: 'Billing lines', unit: 'count', words: 'How many lines of the bill are behind the figure.' },
} as const satisfies Record<string, MeasureFacts>

export type Measure = keyof typeof measures
export const measureNames = Object.keys(measures) as [Measure, ...Measure[]]

interface DimensionFacts {
  label: string
  /** The FOCUS column behind it. */
  column: FocusColumn
  /** The column with its readable name, shown beside the id. */
  nameColumn?: FocusColumn
  /** Kept in the small daily roll-up; the others are answered from the resource roll-up or the lines. */
  level: 'daily' | 'resource' | 'lines'
}

export const dimensions = {
  provider: { label: 'Provider', column: 'ServiceProviderName', level: 'daily' },
  publisher: { label: 'Publisher', column: 'PublisherName', level: 'daily' },
  invoice_issuer: { label: 'Invoice issuer', column: 'InvoiceIssuerName', level: 'daily' },
  billing_account: {
    label: 'Billing account',
    column: 'BillingAccountId',
    nameColumn: 'BillingAccountName',
    level: 'daily',
  },
  sub_account: { label: 'Sub-account', column: 'SubAccountId', nameColumn: 'SubAccountName', level: 'daily' },
  service: { label: 'Service', column: 'ServiceName', level: 'daily' },
  category: { label: 'Service category', column: 'ServiceCategory', level: 'daily' },
  subcategory: { label: 'Service subcategory', column: 'ServiceSubcategory', level: 'daily' },
  region: { label: 'Region', column: 'RegionId', nameColumn: 'RegionName', level: 'daily' },
  zone: { label: 'Availability zone', column: 'AvailabilityZone', level: 'daily' },
  charge_category: { label: 'Charge category', column: 'ChargeCategory', level: 'daily' },
  charge_class: { label: 'Charge class', column: 'ChargeClass', level: 'daily' },
  charge_frequency: { label: 'Charge frequency', column: 'ChargeFrequency', level: 'daily' },
  pricing_category: { label: 'Pricing category', column: 'PricingCategory', level: 'daily' },
  pricing_unit: { label: 'Pricing unit', column: 'PricingUnit', level: 'daily' },
  unit: { label: 'Consumed unit', column: 'ConsumedUnit', level: 'daily' },
  pricing_currency: { label: 'Pricing currency', column: 'PricingCurrency', level: 'daily' },
  commitment: {
    label: 'Commitment',
    column: 'CommitmentDiscountId',
    nameColumn: 'CommitmentDiscountName',
    level: 'daily',
  },
  commitment_type: { label: 'Commitment type', column: 'CommitmentDiscountType', level: 'daily' },
  commitment_status: { label: 'Commitment status', column: 'CommitmentDiscountStatus', level: 'daily' },
  invoice: { label: 'Invoice', column: 'InvoiceId', level: 'daily' },
  resource: { label: 'Resource', column: 'ResourceId', nameColumn: 'ResourceName', level: 'resource' },
  resource_type: { label: 'Resource type', column: 'ResourceType', level: 'resource' },
  sku: { label: 'SKU', column: 'SkuId', level: 'resource' },
  sku_price: { label: 'SKU price', column: 'SkuPriceId', level: 'resource' },
  meter: { label: 'Meter', column: 'SkuMeter', level: 'resource' },
  description: { label: 'Charge description', column: 'ChargeDescription', level: 'lines' },
  capacity_reservation: { label: 'Capacity reservation', column: 'CapacityReservationId', level: 'lines' },
  capacity_reservation_status: {
    label: 'Capacity reservation status',
    column: 'CapacityReservationStatus',
    level: 'lines',
  },
} as const satisfies Record<string, DimensionFacts>

export type Dimension = keyof typeof dimensions
export const dimensionNames = Object.keys(dimensions) as [Dimension, ...Dimension[]]

/** Time as a way to group; `billing_month` follows the billing period, the others the day of the charge. */
export const grains = ['day', 'week', 'month', 'billing_month'] as const
export type Grain = (typeof grains)[number]

/** A dimension, or `tag:<key>` with the key exactly as the bill writes it. */
export const groupKeySchema = z.union([z.enum(dimensionNames), z.templateLiteral(['tag:', z.string().min(1).max(200)])])
export type GroupKey = z.infer<typeof groupKeySchema>

export const filterSchema = z.object({
  by: groupKeySchema,
  op: z.enum(['is', 'is_not', 'contains']).default('is'),
  /** "" stands for lines that carry no value. */
  values: z.array(z.string().max(1000)).min(1).max(200),
})
export type Filter = z.infer<typeof filterSchema>

export const limits = { groupBy: 8, measures: 6, rows: 10_000, days: 1100, top: 200 } as const

export const costQuerySchema = z.object({
  measures: z.array(z.enum(measureNames)).min(1).max(limits.measures).default(['effective']),
  group_by: z.array(groupKeySchema).max(limits.groupBy).default([]),
  grain: z.enum(grains).optional(),
  filters: z.array(filterSchema).max(20).default([]),
  /** Days of the charge, UTC; `to` is exclusive. Without them: everything there is. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** Reads `from` and `to` as billing periods (those that begin in between), as invoices are checked; else as days. */
  window_on: z.enum(['charge', 'billing_period']).optional(),
  compare: z.enum(['previous_period', 'previous_year']).optional(),
  /** Keep the N groups with the largest first measure; the rest is one row marked `other`. */
  top: z.int().min(1).max(limits.top).optional(),
  currency: currencySchema.optional(),
})
export type CostQuery = z.infer<typeof costQuerySchema>
/** A question as it may be asked: what has a default may be left out. */
export type CostQuestion = z.input<typeof costQuerySchema>

/** Every figure null when the bill does not say: unknown is a gap, never a zero. */
const valuesSchema = z.partialRecord(z.enum(measureNames), decimalSchema.nullable())

export const costRowSchema = z.object({
  currency: currencySchema,
  /** Start of the day, week or month when a grain was asked for. */
  period: z.iso.date().nullable(),
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
  groups: z.object({ shown: z.int(), all: z.int() }),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  previous_from: z.iso.date().nullable(),
  previous_to: z.iso.date().nullable(),
})
export type CostAnswer = z.infer<typeof costAnswerSchema>
