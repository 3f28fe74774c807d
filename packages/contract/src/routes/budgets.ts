import { budgetInput, budgetSchema, budgetThresholdSchema } from '@kept/domain/budget.ts'
import { decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'
import { forecastRecord } from './anomalies.ts'

const budgetStateSchema = z.object({
  /** The period that is running, by the last day of the bill. */
  period_from: z.iso.date(),
  period_to: z.iso.date(),
  actual: decimalSchema,
  /** At the end of the period; null with too few days to look ahead. */
  forecast: decimalSchema.nullable(),
  forecast_low: decimalSchema.nullable(),
  forecast_high: decimalSchema.nullable(),
  /** Null with too few days to look ahead, and once the period is over. */
  record: z.object(forecastRecord).nullable(),
})

export const budgetAnswerSchema = budgetSchema.extend({
  /** Null while nothing is billed. */
  state: budgetStateSchema.nullable(),
  /** Thresholds crossed so far, the newest first. */
  crossings: z.array(
    budgetThresholdSchema.extend({
      period_start: z.iso.date(),
      amount: decimalSchema,
      crossed_at: z.iso.datetime(),
    }),
  ),
})
export type BudgetAnswer = z.infer<typeof budgetAnswerSchema>

const fresh = z.object({
  ...budgetInput,
  filters: budgetInput.filters.default([]),
  thresholds: budgetInput.thresholds.default([
    { percent: 80, of: 'actual' },
    { percent: 100, of: 'actual' },
    { percent: 100, of: 'forecast' },
  ]),
  owner: budgetInput.owner.default(''),
})
const change = z.object(budgetInput).partial()
const removed = answer(z.object({ removed: z.literal(true) }))

/** The same four routes at two addresses: Kept's own, and the specification's billing alerts. */
function routesAt<Words extends z.ZodRawShape>(path: `/${string}`, tag: string, words: Words) {
  return {
    list: route({
      method: 'GET',
      path,
      summary: 'Budgets: what was spent of each, what will be, and what was crossed',
      tag,
      needs: 'costs:read',
      input: z.object(words),
      output: answer(z.array(budgetAnswerSchema)),
    }),
    create: route({
      method: 'POST',
      path,
      summary: 'Set a budget, on anything the cube can filter by',
      tag,
      needs: 'alerts:write',
      input: fresh.extend(words),
      output: answer(budgetSchema),
    }),
    change: route({
      method: 'PATCH',
      path: `${path}/{id}`,
      summary: 'Change a budget',
      tag,
      needs: 'alerts:write',
      input: change.extend({ ...words, id: z.uuid() }),
      output: answer(budgetSchema),
    }),
    remove: route({
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: 'Remove a budget and its history',
      tag,
      needs: 'alerts:write',
      input: z.object({ ...words, id: z.uuid() }),
      output: removed,
    }),
  }
}

export const budgets = routesAt('/v1/budgets', 'Budgets', {})
export const billingAlerts = routesAt('/v1/billing/{organization}/alerts', 'Billing', { organization: z.string() })
