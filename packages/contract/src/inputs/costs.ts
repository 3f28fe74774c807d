/** What the forms of budgets, known events and anomaly settings send. */
import { anomalySeveritySchema } from '@kept/domain/anomaly.ts'
import { budgetInput } from '@kept/domain/budget.ts'
import { currencyInputSchema, decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'

export const createBudgetInput = z.object({
  ...budgetInput,
  filters: budgetInput.filters.default([]),
  thresholds: budgetInput.thresholds.default([
    { percent: 80, basis: 'actual' },
    { percent: 100, basis: 'actual' },
    { percent: 100, basis: 'forecast' },
  ]),
  owner: budgetInput.owner.default(''),
})

/** Something people know that the bill does not show yet. */
export const knownEventInput = z.object({
  kind: z.enum(['commitment_expiry', 'planned_schedule', 'announced_change']),
  description: z.string().trim().min(1).max(200),
  currency: currencyInputSchema,
  /** Name as on the bill; left out, the organization. */
  provider: z.string().max(200).nullable().default(null),
  start_date: z.iso.date(),
  /** Exclusive; left out, without an end. */
  end_date: z.iso.date().nullable().default(null),
  /** Multiplies the expected cost of each day. */
  factor: decimalSchema
    .refine((factor) => Number(factor) >= 0 && Number(factor) <= 100, 'must be between 0 and 100')
    .default('1'),
  /** Added to each day after the factor. */
  daily_amount: decimalSchema.default('0'),
})

export const anomalySettingsInput = z.object({ min_daily_excess: decimalSchema, notify_from: anomalySeveritySchema })
