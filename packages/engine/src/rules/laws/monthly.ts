/** From the window to a 30-day month. */
import type { FactWindow } from '@kept/domain/facts.ts'
import { type Decimal, divide, multiply } from '@kept/foundation/decimal.ts'
import { formatWindow } from '@kept/foundation/format/day.ts'
import { divideBy, multiplyBy, type Step } from '../reading/calculation.ts'

const monthDays = 30
/** A bill of one day says little about a month: a shorter window counts as a week and is never blown up thirtyfold. */
const minDays = 7
/** Estimates are rounded to the micro-unit; paid amounts stay exact. */
const scale = 6

export function monthlyAmount(amount: Decimal, window: FactWindow): Decimal {
  return divide(multiply(amount, String(monthDays)), String(Math.max(window.days, minDays)), scale)
}

/** The steps that make a saving of the window one of a month. */
export function monthlySteps(window: FactWindow): Step[] {
  const days = Math.max(window.days, minDays)
  if (days === monthDays) return []
  const label =
    days === window.days ? 'Days in the window' : `Days in the window (${window.days}), counted as a full week`
  return [multiplyBy('Days in a month', String(monthDays), 'days'), divideBy(label, String(days), 'days')]
}

/** "October 2018 (31 days)" */
export function describeWindow({ from, to, days }: FactWindow): string {
  return `${formatWindow(from, to)} (${days} days)`
}
