import { median } from '../../maths/quantile.ts'

/** Half a year of what the figure usually is; the last week is left out, it may already be part of the news. */
const memory = 97
const sameWeek = 7
const least = 14
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
  const week = (back: number) =>
    days.slice(days.length - 7 * (back + 1), days.length - 7 * back).reduce((sum, value) => sum + value, 0) / 7
  const shift = week(0) - median([2, 3, 4, 5, 6].filter((back) => days.length >= 7 * (back + 1)).map(week))
  const known = past.slice(0, Math.max(0, past.length - sameWeek))
  past.push(shift)
  if (past.length > memory) past.shift()
  if (known.length < least) return { shift, deviations: 0 }
  const usual = median(known)
  const spread = 1.4826 * median(known.map((value) => Math.abs(value - usual)))
  return { shift, deviations: (shift - usual) / Math.max(spread, miss / Math.sqrt(7), 0.005) }
}
