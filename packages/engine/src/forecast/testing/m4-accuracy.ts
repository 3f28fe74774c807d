/** Measures of the M4 competition that only evaluations use. */
import { meanOf } from '../accuracy.ts'

/** Symmetric mean absolute percentage error; a pair of zeros is no error. */
export function smape(actual: readonly number[], forecast: readonly number[]): number {
  return meanOf(actual, (value, i) => {
    const size = Math.abs(value) + Math.abs(forecast[i] ?? 0)
    return size === 0 ? 0 : (200 * Math.abs(value - (forecast[i] ?? 0))) / size
  })
}

/** What MASE and MSIS are measured in: the mean step over one season of the training part. */
export function seasonalScale(training: readonly number[], season: number): number {
  return meanOf(training.slice(season), (value, i) => Math.abs(value - (training[i] ?? 0)))
}

/** Mean scaled interval score: width, plus what lies outside times 2 / alpha. */
export function intervalScore(
  actual: readonly number[],
  { lower, upper }: { lower: readonly number[]; upper: readonly number[] },
  alpha: number,
): number {
  return meanOf(actual, (value, i) => {
    const [low, high] = [lower[i] ?? Number.NaN, upper[i] ?? Number.NaN]
    return high - low + (2 / alpha) * (Math.max(0, low - value) + Math.max(0, value - high))
  })
}
