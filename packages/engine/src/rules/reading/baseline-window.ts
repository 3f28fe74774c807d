/** What a series usually is, and how far its last days lie from that. */
import { median, quantile } from '../../maths/quantile.ts'
import { robustSpread } from '../../maths/spread.ts'
import { theilSen } from '../../maths/theil-sen.ts'

interface Departure {
  /** What a recent day would have cost had the trend gone on. */
  byTrend: number
  /** The same, but never less than the mean of all days before: a trend sees only the empty days of what comes and goes. */
  expected: number
  /** What they were: median of a day, so that one wild day is not a new level. */
  recent: number
  excess: number
  /** Excess in robust standard deviations of the days before; at most 99, which is beyond all doubt. */
  deviations: number
  /** The recent days together, against what as many days in a row came to before, but for the dearest twentieth. */
  recentTotal: number
  typicalTotal: number
}

/**
 * Compares the last `recentDays` with the straight line through the days before. Undefined when there are fewer
 * than `leastHistory` days before.
 */
export function departureFromTrend(
  values: readonly number[],
  recentDays: number,
  minHistory: number,
): Departure | undefined {
  const history = values.slice(0, -recentDays)
  if (history.length < minHistory) return undefined
  const line = theilSen(history)
  const residuals = history.map((value, i) => value - (line.intercept + line.slope * i))
  const middle = history.length + (recentDays - 1) / 2
  const byTrend = Math.max(0, line.intercept + line.slope * middle)
  const expected = Math.max(byTrend, total(history) / history.length)
  const recent = median(values.slice(-recentDays))
  // A series without any spread still has the noise of rounding: one percent of its level.
  const spread = Math.max(robustSpread(residuals), 0.01 * Math.abs(median(history)), 1e-9)
  return {
    byTrend,
    expected,
    recent,
    excess: recent - expected,
    deviations: Math.min(99, (recent - expected) / spread),
    recentTotal: total(values.slice(-recentDays)),
    typicalTotal: quantile(
      history.slice(recentDays - 1).map((_, i) => total(history.slice(i, i + recentDays))),
      0.95,
    ),
  }
}

function total(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0)
}
