/** The columns of exported budgets. */
import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'
import { describeScope } from './budget-text.ts'

const columns: readonly ListColumn<BudgetAnswer>[] = [
  ['Budget', 'name'],
  ['Period', 'period'],
  ['Scope', describeScope],
  ['Owner', 'owner'],
  ['Currency', 'currency'],
  ['Amount', 'amount'],
  ['Actual', ({ state }) => state?.actual],
  ['From', ({ state }) => state?.period_start],
  ['To', ({ state }) => state?.period_end],
  ['Forecast', ({ state }) => state?.forecast],
  ['Forecast, low', ({ state }) => state?.forecast_low],
  ['Forecast, high', ({ state }) => state?.forecast_high],
  ['Thresholds', ({ thresholds }) => thresholds.map(({ percent, basis }) => `${percent}% of ${basis}`)],
  [
    'Crossed',
    ({ crossings }) => crossings.map(({ percent, basis, crossed_at }) => `${percent}% of ${basis} ${crossed_at}`),
  ],
  ['Id', 'id'],
]

export const budgetsList = (budgets: readonly BudgetAnswer[]): List => listOf(budgets, columns)
