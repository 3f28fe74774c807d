/** The bar of a budget as shares of its track. */
import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import { projectedOf } from './budget-risk.ts'

/** The track ends here, so that what passes the budget is seen. */
const trackEnd = 1.2

interface BudgetBarParts {
  /** From 0 to 1 of the track. */
  actual: number
  /** Where the forecast ends; never before the actual. */
  projected: number
  /** The end of the budget itself. */
  budget: number
  /** The elapsed share of the period at `now`; null before it begins and after it ended. */
  pace: number | null
}

/** Null before the first costs. `now` in milliseconds. */
export function budgetBarParts(
  { amount, state }: Pick<BudgetAnswer, 'amount' | 'state'>,
  now: number,
): BudgetBarParts | null {
  if (state === null) return null
  const share = (figure: string) => Math.min(1, Math.max(0, Number(figure) / Number(amount) / trackEnd))
  const start = Date.parse(`${state.period_start}T00:00:00Z`)
  // Exclusive, as the API has it.
  const end = Date.parse(`${state.period_end}T00:00:00Z`)
  const elapsed = (now - start) / (end - start)
  return {
    actual: share(state.actual),
    projected: Math.max(share(state.actual), share(projectedOf(state))),
    budget: 1 / trackEnd,
    pace: elapsed > 0 && elapsed < 1 ? elapsed / trackEnd : null,
  }
}
