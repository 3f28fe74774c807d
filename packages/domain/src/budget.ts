/** A budget: what may be spent in a period, on what, and at which thresholds it alerts. */

import * as z from 'zod'
import { budgetPercent } from './budget-percent.ts'
import { filterSchema } from './cost-query.ts'
import { currencyInputSchema, decimalSchema } from './money.ts'
import { lineSchema, nameSchema } from './name.ts'

export const budgetThresholdSchema = z.object({
  percent: z.int().min(budgetPercent.min).max(budgetPercent.max),
  basis: z.enum(['actual', 'forecast']),
})
export type BudgetThreshold = z.infer<typeof budgetThresholdSchema>

/** What a person decides about a budget. */
export const budgetInput = {
  name: nameSchema(120),
  period: z.enum(['monthly', 'quarterly', 'yearly', 'rolling_30']),
  amount: decimalSchema.refine((amount) => Number(amount) > 0, 'must be more than nothing'),
  currency: currencyInputSchema,
  /** Any filter of the cube; none is everything. */
  filters: z.array(filterSchema).max(20),
  thresholds: z.array(budgetThresholdSchema).max(10),
  owner: lineSchema(200),
}

export const budgetSchema = z.object({ id: z.uuid(), ...budgetInput })
export type Budget = z.infer<typeof budgetSchema>
