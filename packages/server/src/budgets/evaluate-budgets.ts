/** Evaluates every budget and notifies about newly crossed thresholds. */
import type { Budget, BudgetThreshold } from '@kept/domain/budget.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { compare, type Decimal, divide, multiply } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { listBudgets, noteCrossings } from '@kept/store/budgets/budgets.ts'
import type { NewNotification } from '@kept/store/notifications/add.ts'
import type { Services } from '../platform/context.ts'
import { periodOf } from './period.ts'
import { type BudgetState, statesOf } from './public/budget-state.ts'

/** Returns the number of newly crossed thresholds. */
export async function evaluateBudgets(services: Pick<Services, 'state' | 'now'>, scope: Scope): Promise<number> {
  const { database } = services.state
  const budgets = await listBudgets(database, scope)
  const states = await statesOf(services, scope, budgets)
  let created = 0
  for (const [index, budget] of budgets.entries()) {
    const state = states[index]
    // Periods before the budget was created are shown without a notification.
    if (!state || state.period_end <= budget.created_at.slice(0, 10)) continue
    const { start } = periodOf(budget.period, lastDayOf(budget, state))
    const crossed = crossedOf(budget, state).map((threshold) => ({ ...threshold, period_start: start }))
    created += await noteCrossings(database, scope, budget.id, crossed, {
      now: services.now(),
      toNotification: (crossing) => budgetNotification(budget, crossing),
    })
  }
  return created
}

function lastDayOf({ period }: Budget, { period_start, period_end }: BudgetState): string {
  return period === 'rolling_30' ? addDays(period_end, -1) : period_start
}

/** Reached thresholds with the amount that reached them. */
function crossedOf(
  { amount, thresholds }: Pick<Budget, 'amount' | 'thresholds'>,
  { actual, forecast }: Pick<BudgetState, 'actual' | 'forecast'>,
): (BudgetThreshold & { amount: Decimal })[] {
  return thresholds.flatMap(({ percent, basis }) => {
    const amountReached = basis === 'actual' ? actual : forecast
    if (amountReached === null || compare(amountReached, divide(multiply(amount, String(percent)), '100', 9)) < 0)
      return []
    return [{ percent, basis, amount: amountReached }]
  })
}

function budgetNotification(
  { id, name, amount, currency, filters, owner }: Budget,
  { percent, basis, amount: amountReached, period_start }: BudgetThreshold & { amount: Decimal; period_start: string },
): NewNotification {
  return {
    kind: 'budget',
    title:
      basis === 'actual'
        ? `Budget "${name}" is over ${percent}%`
        : `Budget "${name}" is forecast to exceed ${percent}%`,
    body:
      basis === 'actual'
        ? `${formatMoney(amountReached, currency)} of ${formatMoney(amount, currency)} spent.`
        : `Forecast: ${formatMoney(amountReached, currency)} of ${formatMoney(amount, currency)} by the end of the period.`,
    href: '/budgets',
    thread: `budget:${id}:${period_start}`,
    alerts: [
      {
        kind: 'budget',
        // Actual spend is final, a forecast can still change.
        severity: basis === 'actual' && percent >= 100 ? 'high' : percent >= 100 ? 'medium' : 'low',
        amount: amountReached,
        currency,
        labels: {
          budget: [name],
          owner: [owner],
          ...Object.fromEntries(
            filters.filter(({ op }) => op === 'is').map(({ dimension, values }) => [dimension, values]),
          ),
          tag: filters.flatMap(({ dimension, op, values }) =>
            op === 'is' && dimension.startsWith('tag:') ? values.map((value) => `${dimension.slice(4)}=${value}`) : [],
          ),
        },
      },
    ],
  }
}
