/** What the next day should cost, from the days before it, on the logarithmic scale of the cost engine. */
import { learnUntil, pathOf, startRidge, weightsOf } from '../../forecast/ridge-autoregression.ts'
import { median } from '../../maths/quantile.ts'

/** Yesterday and the days before, and the same weekday of the last two weeks. */
const lags = [1, 2, 3, 7, 14]
/** Days an autoregression wants to have seen; until then a level and weekdays must do. */
const enough = 35
/** Days before anything is expected at all. */
const minDays = 10

export function expectedNext(history: readonly number[]): number | null {
  if (history.length < minDays) return null
  return history.length < enough ? byWeekday(history) : byAutoregression(history)
}

function byAutoregression(history: readonly number[]): number | null {
  const ridge = startRidge(history, history.length, lags, undefined)
  learnUntil(ridge, history, history.length)
  const weights = weightsOf(ridge)
  return weights ? (pathOf(ridge, weights, history, history.length, 1)[0] ?? null) : null
}

/** A level that forgets, plus what the weekday usually adds to its own last week. */
function byWeekday(history: readonly number[]): number {
  const deviations: number[][] = Array.from({ length: 7 }, () => [])
  for (let i = 7; i < history.length; i += 1) {
    const week = history.slice(i - 6, i + 1)
    deviations[i % 7]?.push((history[i] ?? 0) - week.reduce((sum, value) => sum + value, 0) / 7)
  }
  const weekday = (i: number) => {
    const weekdayDeviations = deviations[i % 7] ?? []
    return weekdayDeviations.length === 0 ? 0 : median(weekdayDeviations)
  }
  let level: number | undefined
  for (let i = Math.max(0, history.length - 28); i < history.length; i += 1) {
    const adjusted = (history[i] ?? 0) - weekday(i)
    level = level === undefined ? adjusted : level + 0.25 * (adjusted - level)
  }
  return (level ?? 0) + weekday(history.length)
}
