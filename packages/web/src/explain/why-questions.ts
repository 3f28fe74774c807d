/** The questions that the screens ask: which days are explained, and against which. */
import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import type { Anomaly } from '@kept/domain/anomaly.ts'
import type { Filter } from '@kept/domain/cost-query.ts'
import type { Grain } from '@kept/domain/cube.ts'
import type { ExplanationMeasure } from '@kept/domain/explanation.ts'
import { addDays, daysBetween } from '@kept/foundation/calendar/day.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { isKey } from '../spend/group-key.ts'
import type { WhyQuestion } from './why.ts'

/** A day is explained against the same weekday before, a week or month against the one before it. */
export function whyOfPeriod(start: string, grain: Grain): Pick<WhyQuestion, 'window' | 'past'> {
  switch (grain) {
    case 'month':
    case 'billing_month':
      return { window: { from: start, to: startOfMonth(start, 1) }, past: null }
    case 'week':
      return { window: { from: start, to: addDays(start, 7) }, past: null }
    default:
      return {
        window: { from: start, to: addDays(start, 1) },
        past: { from: addDays(start, -7), to: addDays(start, -6) },
      }
  }
}

/** The days of an incident against the same weekdays before it. */
export function whyOfAnomaly({
  scope,
  currency,
  first_day: from,
  last_day: last,
}: Pick<Anomaly, 'scope' | 'currency' | 'first_day' | 'last_day'>): Partial<WhyQuestion> {
  const to = addDays(last, 1)
  const shift = -7 * Math.ceil(daysBetween(from, to) / 7)
  return {
    window: { from, to },
    past: { from: addDays(from, shift), to: addDays(to, shift) },
    currency,
    filters: scope.flatMap(({ dimension, value }): Filter[] =>
      isKey(dimension) ? [{ dimension, op: 'is', values: [value] }] : [],
    ),
  }
}

/** The period of a budget against the same one before. */
export function whyOfBudget(
  { filters, currency }: Pick<BudgetAnswer, 'filters' | 'currency'>,
  { period_start: from, period_end: to }: Pick<NonNullable<BudgetAnswer['state']>, 'period_start' | 'period_end'>,
): Partial<WhyQuestion> {
  return { window: { from, to }, currency, filters }
}

interface ExplorerScope {
  filters: readonly Filter[]
  compare: 'previous_period' | 'previous_year' | null
}

export function whyOfExplorer(
  { filters, compare }: ExplorerScope,
  measure: ExplanationMeasure,
  currency: string,
  window: { from: string; to: string },
): Partial<WhyQuestion> {
  return { window, compare: compare ?? 'previous_period', measure, currency, filters }
}
