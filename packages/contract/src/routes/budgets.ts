import { budgetInput, budgetSchema, budgetThresholdSchema } from '@kept/domain/budget.ts'
import { decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'
import { createBudgetInput } from '../inputs/costs.ts'
import { answer, route } from '../route.ts'
import { forecastRecord } from './anomalies.ts'

const budgetStateSchema = z.object({
  /** The current period, by the last day of the bill. */
  period_start: z.iso.date(),
  period_end: z.iso.date(),
  actual: decimalSchema,
  /** At the end of the period; null with too few days for a forecast. */
  forecast: decimalSchema.nullable(),
  forecast_low: decimalSchema.nullable(),
  forecast_high: decimalSchema.nullable(),
  /** Null with too few days for a forecast, and once the period is over. */
  record: z.object(forecastRecord).nullable(),
})

export const budgetAnswerSchema = budgetSchema.extend({
  /** Null until something is billed. */
  state: budgetStateSchema.nullable(),
  /** Thresholds crossed so far, newest first. */
  crossings: z.array(
    budgetThresholdSchema.extend({
      period_start: z.iso.date(),
      amount: decimalSchema,
      crossed_at: z.iso.datetime(),
    }),
  ),
})
export type BudgetAnswer = z.infer<typeof budgetAnswerSchema>

export const budgetChangeSchema = z.object(budgetInput).partial()

export const budgets = {
  list: route({
    method: 'GET',
    path: '/v1/budgets',
    summary: 'List budgets',
    description:
      'Each with actual and forecast spend and the thresholds it crossed. Amounts are decimal strings in the currency of the budget.',
    tag: 'Budgets',
    needs: 'costs:read',
    cache: { serverSeconds: 86_400, complete: true },
    input: z.object({}),
    output: answer(z.array(budgetAnswerSchema)),
  }),
  create: route({
    method: 'POST',
    path: '/v1/budgets',
    summary: 'Create a budget',
    description: 'The scope is any cost filter. Alerts default to 80% and 100% of actual and 100% of forecast spend.',
    tag: 'Budgets',
    needs: 'alerts:write',
    input: createBudgetInput,
    output: answer(budgetSchema),
  }),
  change: route({
    method: 'PATCH',
    path: '/v1/budgets/{id}',
    summary: 'Update a budget',
    tag: 'Budgets',
    needs: 'alerts:write',
    input: budgetChangeSchema.extend({ id: z.uuid() }),
    output: answer(budgetSchema),
  }),
  remove: route({
    method: 'DELETE',
    path: '/v1/budgets/{id}',
    summary: 'Delete a budget',
    description: 'Its history is deleted too.',
    tag: 'Budgets',
    needs: 'alerts:write',
    input: z.object({ id: z.uuid() }),
    output: answer(z.object({ removed: z.literal(true) })),
  }),
}
