/** The fee: rules a customer can read, and lines that show their arithmetic. */
import { isDecimal, isNegative } from '@kept/foundation/decimal.ts'
import * as z from 'zod'
import { sha256Schema } from './action.ts'
import { monthSchema } from './hour.ts'
import { currencySchema, decimalSchema } from './money.ts'
import { nanoSchema } from './saving.ts'

const amount = decimalSchema.refine((text) => !isDecimal(text) || !isNegative(text), 'must not be negative')
/** Parts per million: 25 % is 250000. */
const rate = z.int().min(0).max(1_000_000)

export const commissionRuleSchema = z
  .strictObject({
    id: z.string().min(1),
    version: z.int().min(1),
    /** The first month it holds for, until a later one does. */
    valid_from: monthSchema,
    currency: currencySchema,
    /** `graduated`: each rate on its own slice. `volume`: the rate of the tier reached, on everything. */
    mode: z.enum(['graduated', 'volume']),
    tiers: z.array(z.strictObject({ from: amount, rate_ppm: rate })).min(1),
    /** The most that a month may cost; null: no cap. */
    monthly_cap: amount.nullable(),
    /** Months from its start in which an action of a kind is billed; a kind left out is billed as long as it counts. */
    horizon_months: z.partialRecord(
      z.enum(['terminate', 'schedule', 'rightsize', 'demand', 'loop_stop', 'commitment']),
      z.int().min(1),
    ),
    /** True: what a stopped loop avoided is billed too. Left out it is shown alone, and old rules read as they were. */
    bills_avoidance: z.literal(true).optional(),
  })
  .superRefine(({ tiers }, context) => {
    if (tiers.some(({ from }) => !isDecimal(from))) return
    if (Number(tiers[0]?.from) !== 0) {
      context.addIssue({
        code: 'custom',
        path: ['tiers', 0, 'from'],
        message: 'must be 0 for the first tier',
      })
    }
    tiers.forEach(({ from }, index) => {
      if (index > 0 && Number(from) <= Number(tiers[index - 1]?.from)) {
        context.addIssue({
          code: 'custom',
          path: ['tiers', index, 'from'],
          message: 'must be more than in the previous tier',
        })
      }
    })
  })
export type CommissionRule = z.infer<typeof commissionRuleSchema>

/** One step of the arithmetic: so much of the savings at such a rate. */
const commissionTierSchema = z.strictObject({
  from: decimalSchema,
  amount: nanoSchema,
  rate_ppm: rate,
})

export const commissionLineSchema = z.strictObject({
  rule_id: z.string(),
  rule_version: z.int(),
  period: monthSchema,
  currency: currencySchema,
  mode: z.enum(['graduated', 'volume']),
  /** Verified savings that this statement adds to what its month is billed for, or takes from it, in nano-units. */
  billable: nanoSchema,
  /** What former statements of the month were worked out from, and what they came to; left out in its first one. */
  before: z.strictObject({ billable: nanoSchema, fee: decimalSchema }).optional(),
  /** Of the month as a whole, former statements included. */
  tiers: z.array(commissionTierSchema),
  capped: z.boolean(),
  /** In the currency's smallest unit: the month's, rounded half-even once, less what former statements came to. */
  fee: decimalSchema,
  /** What the customer keeps. */
  customer_net: decimalSchema,
  /** The fee by action: parts that add up to it exactly. */
  shares: z.array(z.strictObject({ action: z.string(), fee: decimalSchema })),
  /** Hashes of the ledger's entries it rests on. */
  entries: z.array(sha256Schema),
})
export type CommissionLine = z.infer<typeof commissionLineSchema>
