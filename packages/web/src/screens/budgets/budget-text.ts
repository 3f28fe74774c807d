/** Labels of budgets, and parsing of their thresholds. */

import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import { budgetPercent } from '@kept/domain/budget-percent.ts'
import { labelOfKey, nameOfValue } from '../../spend/group-key.ts'

export const periodLabels: Record<BudgetAnswer['period'], string> = {
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
  rolling_30: 'Rolling 30 days',
}

/** "Service: Amazon EC2", or "Everything". */
export function describeScope({ filters }: Pick<BudgetAnswer, 'filters'>): string {
  if (filters.length === 0) return 'Everything'
  return filters
    .map(({ dimension: key, op, values }) => {
      const not = op === 'is_not' ? 'not ' : op === 'contains' ? 'contains ' : ''
      return `${labelOfKey(key)}: ${not}${values.map((value) => nameOfValue(key, value)).join(' or ')}`
    })
    .join(', ')
}

/** The used share of the budget, 0.25 for 25%; null before the first costs. */
export function shareOf({ amount, state }: Pick<BudgetAnswer, 'amount' | 'state'>): number | null {
  return state === null ? null : Number(state.actual) / Number(amount)
}

/** Parses "80, 100"; undefined when invalid. Empty text is an empty list. */
export function percentsOf(text: string): number[] | undefined {
  const parts = text.split(/[\s,;%]+/).filter(Boolean)
  const percents = parts.map(Number)
  const isValid = percents.every(
    (percent, index) =>
      /^\d+$/.test(parts[index] ?? '') && percent >= budgetPercent.min && percent <= budgetPercent.max,
  )
  return isValid && percents.length <= 5 ? [...new Set(percents)].sort((a, b) => a - b) : undefined
}

/** Formats the thresholds of one basis: "80, 100". */
export function formatPercents({ thresholds }: Pick<BudgetAnswer, 'thresholds'>, basis: 'actual' | 'forecast'): string {
  return thresholds
    .filter((threshold) => threshold.basis === basis)
    .map(({ percent }) => percent)
    .sort((a, b) => a - b)
    .join(', ')
}
