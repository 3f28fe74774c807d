/** What savings are made of: the bill's lines as the engine reads them, the frozen baseline, and the ledger's entries. */
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import * as z from 'zod'
import { sha256Schema } from './action.ts'
import { hourSchema, monthSchema, timeZoneSchema } from './hour.ts'
import { currencySchema, decimalSchema } from './money.ts'

/** One usage line of the bill, with nothing in it that the arithmetic does not read. */
export interface SavingsLine {
  readonly resource: string
  readonly hour: Hour
  /** How many hours it spans: 1, or 24 where the provider bills by the day. */
  readonly hours: number
  /** SkuPriceId, which stays when a price changes; SkuId where the bill has no other. */
  readonly sku: string
  /** PricingQuantity. */
  readonly quantity: Decimal
  /** ContractedUnitPrice; null where the bill does not say. */
  readonly price: Decimal | null
  readonly contracted: Decimal
  readonly effective: Decimal
  /** CommitmentDiscountId, and whether the line is usage it covered or what of it lay unused. */
  readonly commitment: string | null
  readonly status: 'Used' | 'Unused' | null
  /** ChargeClass Correction: it books into the hours it corrects, and need not be price times quantity. */
  readonly correction: boolean
}

/** Lowest contracted price of a SKU in an hour, over every line of the bill: the tier the next unit would be saved at. */
export interface PriceSeen {
  readonly sku: string
  readonly hour: Hour
  readonly price: Decimal
}

/**
 * What a commitment did in a span that begins at an hour: the sums of its rows. The unused part stands wherever the
 * provider writes it: on usage rows of an hour or a day, or on the fee row of a month.
 */
export interface CommitmentHour {
  readonly commitment: string
  readonly hour: Hour
  /** Length of the span: 1 where the provider bills by the hour, 24 by the day, 720 for the fee row of a month. */
  readonly hours: number
  readonly status: 'Used' | 'Unused'
  readonly contracted: Decimal
  readonly effective: Decimal
}

const grainSchema = z.enum(['hour', 'day'])
export type Grain = z.infer<typeof grainSchema>

/** What one meter of a resource (its machine hours, its traffic) used, by local hour of the week. */
const meterBaselineSchema = z.strictObject({
  sku: z.string().min(1),
  /** Contracted unit price when it was frozen: what counts once the bill shows the SKU no more. */
  price: decimalSchema,
  /** 168 hours of the week, 24 of the day, 7 days of the week, or one for every day. */
  quantities: z.array(decimalSchema).min(1).max(168),
})
export type MeterBaseline = z.infer<typeof meterBaselineSchema>

export const baselineSchema = z.strictObject({
  resource: z.string().min(1),
  grain: grainSchema,
  time_zone: timeZoneSchema,
  /** The window it was taken from; it ends no later than the action begins. */
  from: hourSchema,
  to: hourSchema,
  covered_hours: z.int().min(0),
  /** How well the profile describes the window it came from, in parts per million; null: nothing ran. */
  cv_rmse_ppm: z.int().min(0).nullable(),
  statistic: z.enum(['median', 'lower_quartile']),
  confidence: z.enum(['high', 'low']),
  /**
   * How far the profile was off in weeks it had not seen, as a share of what it expected, in parts per million: one-sided
   * at 80 %, and at 68 %. Zero for what runs alike week after week; then a saving is exact.
   */
  error_80_ppm: z.int().min(0),
  error_68_ppm: z.int().min(0),
  meters: z.array(meterBaselineSchema),
  /** Existing commitments that covered the resource. */
  commitments: z.array(z.string()),
  /** Demand-normalized actions only: quantity for each unit of demand, and how sure that is. */
  intensity: z
    .strictObject({
      per_unit: decimalSchema,
      /** Share of the baseline cost that may be missing, one-sided at 80 % and at 68 %, in parts per million. */
      error_80_ppm: z.int().min(0),
      error_68_ppm: z.int().min(0),
    })
    .nullable(),
})
export type Baseline = z.infer<typeof baselineSchema>

/** An existing commitment as it was before our actions: what of it lay unused, and what its usage would cost without. */
export const commitmentBaselineSchema = z.strictObject({
  commitment: z.string().min(1),
  from: hourSchema,
  to: hourSchema,
  /** Effective cost of its unused rows in the window. */
  unused: decimalSchema,
  /** Contracted and effective cost of the usage it covered in the window. */
  contracted: decimalSchema,
  effective: decimalSchema,
  /**
   * False: the bill showed neither an unused part nor a purchase without effective cost, so it may never state what lies
   * unused (a reservation shared from an account that is not on the bill, Google Cloud, Azure's actual export alone).
   * Baselines without it were frozen before it was asked.
   */
  stated: z.boolean().optional(),
})
export type CommitmentBaseline = z.infer<typeof commitmentBaselineSchema>

/** Whole nano-units (10^-9) of the currency, as text. */
export const nanoSchema = z.string().regex(/^(0|-?[1-9]\d*)$/, 'must be a whole number of nano-units')

/**
 * `usage`: less or cheaper usage. `rate`: our commitments. `penalty`: commitments left idle. `modeled`: a lower bound.
 * `replaced`: what other resources took over, so that it was not saved; never above zero.
 */
export const savingPartSchema = z.enum(['usage', 'rate', 'penalty', 'modeled', 'avoidance', 'replaced'])
export type SavingPart = z.infer<typeof savingPartSchema>

const entryKindSchema = z.enum(['accrual', 'reversal', 'trueup', 'fee'])
export type EntryKind = z.infer<typeof entryKindSchema>

export const ledgerEntrySchema = z.strictObject({
  seq: z.int().min(1),
  kind: entryKindSchema,
  part: savingPartSchema.nullable(),
  period: monthSchema,
  lineage: z.string(),
  action: z.string(),
  amount: nanoSchema,
  currency: currencySchema,
  /** Merkle root of the canonical rows of the bill it rests on. */
  inputs_root: sha256Schema,
  baseline_hash: sha256Schema.nullable(),
  code_version: z.string().min(1),
  config_hash: sha256Schema,
  /** A reversal or true-up names the entry it takes back or completes. */
  refers_to: sha256Schema.nullable(),
  prev_hash: sha256Schema,
  hash: sha256Schema,
})
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>
/** An entry before it has its place in the chain. */
export type EntryDraft = Omit<LedgerEntry, 'seq' | 'prev_hash' | 'hash'>
