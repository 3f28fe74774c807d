/** The two statistics a profile is made of, exact, and how well it fits. */
import { compareExact, type Exact, zero } from '../exact.ts'

/** The middle value; between two middle ones, half of their sum. */
export function exactMedian(values: readonly Exact[]): Exact {
  const sorted = values.toSorted(compareExact)
  const middle = sorted.length >> 1
  const [low, high] = [sorted[middle - 1] ?? zero, sorted[middle] ?? zero]
  return sorted.length % 2 === 1 ? high : midpoint(low, high)
}

/** The largest value with at most a quarter of the others below it: one that was really measured. */
export function exactLowerQuartile(values: readonly Exact[]): Exact {
  return values.toSorted(compareExact)[Math.floor((values.length - 1) / 4)] ?? zero
}

function midpoint(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale)
  const units = a.units * 10n ** BigInt(scale - a.scale) + b.units * 10n ** BigInt(scale - b.scale)
  return units % 2n === 0n ? { units: units / 2n, scale } : { units: units * 5n, scale: scale + 1 }
}

/**
 * CV(RMSE) of ASHRAE Guideline 14, in parts per million: how far the profile is off in a usual hour, as a share of the
 * mean. Null when nothing was used or one value is all there is. It decides between two profiles and is never money, so
 * floats will do; the order of the sum is fixed, and every machine gets the same.
 */
export function cvRmsePpm(measured: readonly number[], expected: readonly number[]): number | null {
  const count = measured.length
  const mean = measured.reduce((total, value) => total + value, 0) / count
  if (count < 2 || !(mean > 0)) return null
  const squares = measured.reduce((total, value, index) => total + (value - (expected[index] ?? 0)) ** 2, 0)
  return Math.round((Math.sqrt(squares / (count - 1)) / mean) * 1e6)
}
