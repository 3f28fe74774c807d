/** Which budgets will be passed. */
import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import { compare, type Decimal, isNegative, multiply, subtract } from '@kept/foundation/decimal.ts'

/** From this share of the budget on, its forecast is worth a look. */
const riskShare = '0.9'

/** What it will end above the budget; negative below it, null before any costs. */
export function overshootOf({ amount, state }: Pick<BudgetAnswer, 'amount' | 'state'>): Decimal | null {
  return state && subtract(projectedOf(state), amount)
}

export function isAtRisk({ amount, state }: Pick<BudgetAnswer, 'amount' | 'state'>): boolean {
  return state !== null && compare(projectedOf(state), multiply(amount, riskShare)) >= 0
}

/** Passed already, or will be. */
export function isOver(budget: Pick<BudgetAnswer, 'amount' | 'state'>): boolean {
  const over = overshootOf(budget)
  return over !== null && !isNegative(over) && over !== '0'
}

export function projectedOf({ actual, forecast }: NonNullable<BudgetAnswer['state']>): Decimal {
  return forecast !== null && compare(forecast, actual) > 0 ? forecast : actual
}
