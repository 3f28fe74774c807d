/** How budgets are said. */
import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import { labelOfKey, nameOfValue } from '../../spend/group-key.ts'

export const periodWords: Record<BudgetAnswer['period'], string> = {
  monthly: 'Each month',
  quarterly: 'Each quarter',
  yearly: 'Each year',
  rolling_30: 'Any 30 days',
}

/** "Service: Amazon EC2", or everything. */
export function aboutWords({ filters }: Pick<BudgetAnswer, 'filters'>): string {
  if (filters.length === 0) return 'Everything'
  return filters
    .map(({ by, op, values }) => {
      const not = op === 'is_not' ? 'not ' : op === 'contains' ? 'contains ' : ''
      return `${labelOfKey(by)}: ${not}${values.map((value) => nameOfValue(by, value)).join(' or ')}`
    })
    .join(', ')
}

/** How much of it is spent; null while nothing is billed. */
export function shareOf({ amount, state }: Pick<BudgetAnswer, 'amount' | 'state'>): number | null {
  return state === null ? null : Number(state.actual) / Number(amount)
}

/** "80, 100" as percents; undefined when it says anything else. Nothing is none. */
export function percentsOf(text: string): number[] | undefined {
  const words = text.split(/[\s,;%]+/).filter(Boolean)
  const percents = words.map(Number)
  const isFine = percents.every((one, at) => /^\d+$/.test(words[at] ?? '') && one >= 1 && one <= 1000)
  return isFine && percents.length <= 5 ? [...new Set(percents)].sort((a, b) => a - b) : undefined
}

/** And back, for one kind of threshold. */
export function percentWords({ thresholds }: Pick<BudgetAnswer, 'thresholds'>, of: 'actual' | 'forecast'): string {
  return thresholds
    .filter((one) => one.of === of)
    .map(({ percent }) => percent)
    .sort((a, b) => a - b)
    .join(', ')
}
