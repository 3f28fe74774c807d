/** What the next day should cost, from the days before it, on the logarithmic scale of the cost engine. */

import { mean } from '../../forecast/conformal.ts'
import { learnUntil, pathOf, startRidge, weightsOf } from '../../forecast/ridge-autoregression.ts'
import { median } from '../../maths/quantile.ts'

export interface ExpectedDay {
  value: number
  /** What the cheapest day of the week would cost today: a holiday is like a Sunday. */
  dayOff: number
}

/** Yesterday and the days before, and the same weekday of the last week, of what weekdays do not say. */
const lags = [1, 2, 3, 7]
/** Days an autoregression wants to have seen; until then a level and weekdays must do. */
const enough = 35
/** Days before anything is expected at all. */
const minDays = 10
/** Weeks that say what a weekday adds to its week. */
const weeks = 12

/** How far, as a logarithm, a day may be expected beyond all days before it. */
export const beyondHistory = Math.log(4)

export function expectedNext(history: readonly number[]): ExpectedDay | null {
  if (history.length < minDays) return null
  const adds = weekdayAdds(history)
  // Counted from the end, so that `adds[0]` is the weekday of the next day.
  const plain = history.map((value, row) => value - (adds[(history.length - row) % 7] ?? 0))
  const today = adds[0] ?? 0
  const level = history.length < enough ? forgettingLevel(plain) : byAutoregression(plain)
  if (level === null) return null
  // An autoregression that has seen a scope switched on and off may run away.
  const value = Math.max(
    Math.min(...history) - beyondHistory,
    Math.min(Math.max(...history) + beyondHistory, level + today),
  )
  return { value, dayOff: value - today + Math.min(...adds) }
}

/** What each weekday adds to the mean of the week around it; the weekday of the next day first, that of yesterday second. */
export function weekdayAdds(history: readonly number[]): number[] {
  const deviations: number[][] = Array.from({ length: 7 }, () => [])
  const first = Math.max(0, history.length - 7 * weeks)
  for (let row = first; row < history.length; row += 1) {
    const from = Math.max(first, Math.min(row - 3, history.length - 7))
    const end = Math.min(from + 7, history.length)
    let sum = 0
    for (let other = from; other < end; other += 1) sum += history[other] ?? 0
    deviations[(history.length - row) % 7]?.push((history[row] ?? 0) - sum / (end - from))
  }
  const adds = deviations.map((list) => (list.length === 0 ? 0 : (mean(list) + median(list)) / 2))
  const middle = mean(adds)
  return adds.map((add) => add - middle)
}

function byAutoregression(plain: readonly number[]): number | null {
  const ridge = startRidge(plain, plain.length, lags, undefined)
  learnUntil(ridge, plain, plain.length)
  const weights = weightsOf(ridge)
  return weights ? (pathOf(ridge, weights, plain, plain.length, 1)[0] ?? null) : null
}

function forgettingLevel(plain: readonly number[]): number {
  const last = plain.slice(-28)
  return last.reduce((level, value) => level + 0.25 * (value - level), last[0] ?? 0)
}
