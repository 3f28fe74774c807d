/** What a loop uses and what that costs. */
import * as z from 'zod'
import { currencySchema, decimalSchema } from './money.ts'

/** Whose price it is: the customer's own bill first, what was given beside the files, a public list where neither says. */
export const priceSources = ['bill', 'given', 'list'] as const
export type PriceSource = (typeof priceSources)[number]

/** What one iteration uses of a SKU, and what a unit costs. */
export const iterationPriceSchema = z.object({
  /** Id or name of the resource; left out, every one a loop is found on. */
  resource: z.string().min(1).optional(),
  sku_price_id: z.string().min(1),
  unit_price: decimalSchema,
  /** The least and the most a unit cost lately, by the tiers of its price. */
  unit_price_low: decimalSchema.optional(),
  unit_price_high: decimalSchema.optional(),
  currency: currencySchema.default('USD'),
  /**
   * Units of the SKU one iteration uses: a fixed number; its run time in seconds times its memory in GB; its run time in
   * hours of a machine; or, of what swings in size, the hours of what stands above the least.
   */
  units: z.union([decimalSchema, z.enum(['gb_seconds', 'busy_hours', 'size_hours'])]).default('1'),
  /** GB of memory configured; needed where the telemetry does not say. */
  memory_gb: decimalSchema.optional(),
  /** Units of one iteration where they cannot be reckoned: as the bill has them for each request. */
  fallback_units: decimalSchema.optional(),
  unit: z.string().max(100).default(''),
  source: z.enum(priceSources).default('given'),
})
export type IterationPrice = z.infer<typeof iterationPriceSchema>
