/** Looks at every budget and tells what was crossed since the last look. */
import type { Budget, BudgetThreshold } from '@kept/domain/budget.ts'
import { compare, type Decimal, divide, multiply } from '@kept/domain/decimal.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { listBudgets, noteCrossings } from '@kept/store/budgets/budgets.ts'
import type { NewNotification } from '@kept/store/notifications/add.ts'
import type { Services } from '../platform/context.ts'
import { moneyWords } from '../platform/money-words.ts'
import { type BudgetState, statesOf } from './budget-state.ts'
import { periodOf } from './period.ts'

/** Answers how many thresholds were newly crossed. */
export async function judgeBudgets(services: Pick<Services, 'state' | 'now'>, scope: Scope): Promise<number> {
  const { database } = services.state
  const budgets = await listBudgets(database, scope)
  const states = await statesOf(services, scope, budgets)
  let fresh = 0
  for (const [at, budget] of budgets.entries()) {
    const state = states[at]
    // A period that was over before the budget was made is history: it is shown, and nobody is notified of it.
    if (!state || state.period_to <= budget.created_at.slice(0, 10)) continue
    const { start } = periodOf(budget.period, lastDayOf(budget, state))
    const crossed = crossedOf(budget, state).map((one) => ({ ...one, period_start: start }))
    fresh += await noteCrossings(database, scope, budget.id, crossed, {
      now: services.now(),
      tell: (crossing) => budgetNotification(budget, crossing),
    })
  }
  return fresh
}

function lastDayOf({ period }: Budget, { period_from, period_to }: BudgetState): string {
  return period === 'rolling_30' ? Temporal.PlainDate.from(period_to).subtract({ days: 1 }).toString() : period_from
}

/** Thresholds that are reached, with the amount that reached them. */
export function crossedOf(
  { amount, thresholds }: Pick<Budget, 'amount' | 'thresholds'>,
  { actual, forecast }: Pick<BudgetState, 'actual' | 'forecast'>,
): (BudgetThreshold & { amount: Decimal })[] {
  return thresholds.flatMap(({ percent, of }) => {
    const spent = of === 'actual' ? actual : forecast
    if (spent === null || compare(spent, divide(multiply(amount, String(percent)), '100', 9)) < 0) return []
    return [{ percent, of, amount: spent }]
  })
}

function budgetNotification(
  { id, name, amount, currency, filters, owner }: Budget,
  { percent, of, amount: spent, period_start }: BudgetThreshold & { amount: Decimal; period_start: string },
): NewNotification {
  return {
    kind: 'budget',
    title: of === 'actual' ? `"${name}" has passed ${percent} %` : `"${name}" will pass ${percent} %`,
    body:
      of === 'actual'
        ? `${moneyWords(spent, currency)} of ${moneyWords(amount, currency)} is spent.`
        : `About ${moneyWords(spent, currency)} by the end of its period, of ${moneyWords(amount, currency)}.`,
    href: '/budgets',
    thread: `budget:${id}:${period_start}`,
    alerts: [
      {
        kind: 'budget',
        // What is spent is spent; what is foretold can still be turned.
        severity: of === 'actual' && percent >= 100 ? 'high' : percent >= 100 ? 'medium' : 'low',
        amount: spent,
        currency,
        labels: {
          budget: [name],
          owner: [owner],
          ...Object.fromEntries(filters.filter(({ op }) => op === 'is').map(({ by, values }) => [by, values])),
          tag: filters.flatMap(({ by, op, values }) =>
            op === 'is' && by.startsWith('tag:') ? values.map((value) => `${by.slice(4)}=${value}`) : [],
          ),
        },
      },
    ],
  }
}
