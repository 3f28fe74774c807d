/**
 * Since when a count runs at one rate that it never had before: what a machine gives itself is as much in each minute, and
 * begins at once, where what people ask for comes and goes.
 */
import { median, quantile } from '../../maths/quantile.ts'
import type { Series } from '../aggregate/series.ts'
import { countsOf } from './counts.ts'

export interface SteadyRun {
  startMinute: number
  /** Minutes it has gone on. */
  length: number
  /** In a minute of the run, and in busy minutes before it. */
  perMinute: number
  before: number
  over: number
  /** Coefficient of variation of its counts, the first minute left out. */
  spread: number
}

/** Counts of the run and before it that must be known; the minutes before it that are looked at. */
const [fewestInRun, fewestBefore, lookedBack] = [10, 20, 120]
/** Nine of ten minutes before had at most this: what is busy now and then is nothing new. */
const busy = 0.9
/** A minute with less than half of what the last ones have is not of the run. */
const belongs = 0.5

export function steadyRunOf(series: Series, minute: number): SteadyRun | undefined {
  const counts = [...countsOf(series)].filter(([at]) => at <= minute).sort(([a], [b]) => a - b)
  const level = median(counts.slice(-fewestInRun).map(([, count]) => count))
  const firstOfRun = counts.findLastIndex(([, count]) => count < level * belongs) + 1
  const run = counts.slice(firstOfRun)
  const start = run[0]?.[0]
  if (run.length < fewestInRun || start === undefined || minute - (run.at(-1)?.[0] ?? 0) > 2 * series.stepMinutes)
    return undefined
  const past = counts.slice(0, firstOfRun).filter(([at]) => at >= start - lookedBack)
  const earlier = past.length >= fewestBefore ? past.map(([, count]) => count) : earlierOf(series, start)
  if (earlier.length === 0) return undefined
  const before = quantile(earlier, busy) / Math.max(1, series.stepMinutes)
  const later = run.slice(1).map(([, count]) => count)
  const perMinute = median(later) / Math.max(1, series.stepMinutes)
  return {
    ...{ startMinute: start, length: minute - start + 1, perMinute, before, over: perMinute / Math.max(1, before) },
    spread: spreadOf(later),
  }
}

/** Of counters, means of the half hours before: minutes are kept for hours only, and a loop may go on for longer. */
function earlierOf({ isCounter, halfHours }: Series, start: number): number[] {
  if (!isCounter) return []
  const complete = halfHours.filter(({ index, count }) => (index + 1) * 30 <= start && count >= fewestInRun)
  return complete.map(({ sum, count }) => sum / count)
}

function spreadOf(values: readonly number[]): number {
  const mean = values.reduce((total, value) => total + value, 0) / values.length
  const square = values.reduce((total, value) => total + (value - mean) ** 2, 0) / values.length
  return Math.sqrt(square) / Math.max(1, mean)
}
