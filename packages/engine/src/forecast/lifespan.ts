/** Services begin and end: zeros before the first day are no cost that comes again, zeros at the end go on. */

import { median } from '../maths/quantile.ts'
import type { Forecast } from './forecast-values.ts'

/** Zeros before the first cost that are no part of the series. */
const fewestBefore = 7
/** Zeros at the end, and how likely they are by chance when the service goes on. */
const [fewestAfter, chance] = [3, 0.005]

/** The first row that belongs to the life of the series. */
export function firstRowOfLife(values: readonly number[]): number {
  const first = values.findIndex((value) => value !== 0)
  if (first < fewestBefore || values.length - first < 3) return 0
  const after = values.slice(first)
  const zeros = after.filter((value) => value === 0).length
  // Rare charges have such gaps all the time.
  return zeros > 0 && first < 3 * longestGap(after) ? 0 : first
}

/** Zeros at the end of a series that had ended; 0 when it goes on. */
export function zerosSinceEnd(values: readonly number[]): number {
  const last = values.findLastIndex((value) => value !== 0)
  const count = values.length - 1 - last
  if (last < 0 || count < fewestAfter) return 0
  const before = values.slice(0, last + 1)
  const zeros = before.filter((value) => value === 0).length
  const share = (zeros + 0.5) / (before.length + 1)
  return share ** count < chance && count > longestGap(before) ? count : 0
}

/** Zeros after which a service is not thought to come back. */
const longAgo = 14

/** Nothing more; shortly after the end the widest band still knows of a day like those before. */
export function endedForecast(values: readonly number[], zeros: number, horizon: number): Forecast {
  const nothing = new Array<number>(horizon).fill(0)
  const before = zeros < longAgo ? median(values.slice(0, values.length - zeros).slice(-28)) : 0
  const band = (bound: number) => ({
    lower: nothing.map(() => Math.min(0, bound)),
    upper: nothing.map(() => Math.max(0, bound)),
  })
  return {
    method: `ended ${zeros} rows ago`,
    point: nothing,
    bands: { 50: band(0), 80: band(0), 95: band(before) },
    errors: [nothing],
    trials: 1,
    sums: 1,
  }
}

function longestGap(values: readonly number[]): number {
  let [gap, longest] = [0, 0]
  for (const value of values) {
    gap = value === 0 ? gap + 1 : 0
    longest = Math.max(longest, gap)
  }
  return longest
}
