import { median } from '../../maths/quantile.ts'

/** Half a year of what the figure usually is; the last week is left out, it may already be part of the news. */
const memory = 97
const sameWeek = 7
const minShifts = 14
const daysNeeded = 42

/**
 * How far the mean of the last week is from the median of the weeks -2 to -6, plain and in deviations of its own
 * history: the figure that sees slow drifts, to which day-by-day expectations adapt. Its history is `past`, which it
 * extends.
 */
export function weekShift(
  past: number[],
  days: readonly number[],
  miss: number,
): { shift: number; deviations: number } {
  if (days.length < daysNeeded) return { shift: 0, deviations: 0 }
  const week = (weeksBack: number) =>
    days.slice(days.length - 7 * (weeksBack + 1), days.length - 7 * weeksBack).reduce((sum, value) => sum + value, 0) /
    7
  const shift = week(0) - median([2, 3, 4, 5, 6].filter((weeksBack) => days.length >= 7 * (weeksBack + 1)).map(week))
  const earlierShifts = past.slice(0, Math.max(0, past.length - sameWeek))
  past.push(shift)
  if (past.length > memory) past.shift()
  if (earlierShifts.length < minShifts) return { shift, deviations: 0 }
  const typicalShift = median(earlierShifts)
  const spread = 1.4826 * median(earlierShifts.map((value) => Math.abs(value - typicalShift)))
  return { shift, deviations: (shift - typicalShift) / Math.max(spread, miss / Math.sqrt(7), 0.005) }
}
