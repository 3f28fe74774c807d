/** Budgets as a file: what may be spent, what is, and what will be. */
import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'
import { aboutWords } from './budget-words.ts'

const columns: readonly ListColumn<BudgetAnswer>[] = [
  ['Budget', 'name'],
  ['Period', 'period'],
  ['On', aboutWords],
  ['Owner', 'owner'],
  ['Currency', 'currency'],
  ['Amount', 'amount'],
  ['Spent', ({ state }) => state?.actual],
  ['From', ({ state }) => state?.period_from],
  ['To', ({ state }) => state?.period_to],
  ['Forecast', ({ state }) => state?.forecast],
  ['Forecast, low', ({ state }) => state?.forecast_low],
  ['Forecast, high', ({ state }) => state?.forecast_high],
  ['Thresholds', ({ thresholds }) => thresholds.map(({ percent, of }) => `${percent} % of ${of}`)],
  ['Crossed', ({ crossings }) => crossings.map(({ percent, of, crossed_at }) => `${percent} % of ${of} ${crossed_at}`)],
  ['Id', 'id'],
]

export const budgetsList = (budgets: readonly BudgetAnswer[]): List => listOf(budgets, columns)
