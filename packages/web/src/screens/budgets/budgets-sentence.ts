/** What the budgets come to, in one or two sentences. */
import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import { absolute, compare } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { isAtRisk, isOver, overshootOf } from '../../budget/budget-risk.ts'

interface BudgetsSentence {
  /** What is or will be over; empty where nothing is. */
  alarm: string
  rest: string
}

/** Null without any budget that has costs. */
export function describeBudgets(budgets: readonly BudgetAnswer[]): BudgetsSentence | null {
  const active = budgets.filter(({ state }) => state !== null)
  if (active.length === 0) return null
  const over = active.filter(isOver).toSorted((a, b) => compare(overshootOf(b) ?? '0', overshootOf(a) ?? '0'))
  const risky = active.filter((budget) => isAtRisk(budget) && !isOver(budget))
  const fine = active.length - over.length - risky.length
  const [worst] = over
  const rest = [
    over.length > 1 && `${counted(over.length - 1, 'other budget')} will be exceeded too.`,
    risky.length > 0 && `${counted(risky.length, 'budget')} at risk.`,
    fine > 0 && `${counted(fine, 'budget')} on track.`,
  ]
  return { alarm: worst ? alarmOf(worst) : '', rest: rest.filter(Boolean).join(' ') }
}

function alarmOf(budget: BudgetAnswer): string {
  const { name, amount, currency, state } = budget
  const over = formatMoney(absolute(overshootOf(budget) ?? '0'), currency, { places: 0 })
  return state && compare(state.actual, amount) > 0
    ? `${name} is over its budget, and will end ${over} above it.`
    : `${name} is forecast to exceed its budget by ${over}.`
}
