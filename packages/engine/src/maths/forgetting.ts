/** A mean and a variance that forget: plain averages at first, then each new value counts for `rate`. Plain data. */
export interface Forgetting {
  mean: number
  variance: number
  count: number
}

export const startForgetting = (): Forgetting => ({ mean: 0, variance: 0, count: 0 })

/** How many deviations `value` lies from the mean, signed; `least` is the smallest deviation to believe in. */
export function deviation({ mean, variance }: Forgetting, value: number, minDeviation: number): number {
  const distance = value - mean
  if (distance === 0) return 0
  return Math.max(
    -maxDeviations,
    Math.min(maxDeviations, distance / Math.max(Math.sqrt(variance), minDeviation, Number.MIN_VALUE)),
  )
}

/** Deviations are capped here: more carry no information, and sums stay finite. */
const maxDeviations = 1000

/** Takes a value in. */
export function remember(state: Forgetting, value: number, rate: number): void {
  state.count += 1
  const weight = Math.max(rate, 1 / state.count)
  const distance = value - state.mean
  state.mean += weight * distance
  state.variance = (1 - weight) * (state.variance + weight * distance * distance)
}

/** Takes a value in, but at most `clip` deviations from the mean, so that an anomaly does not become the norm at once. */
export function rememberClipped(
  state: Forgetting,
  value: number,
  rate: number,
  clip: number,
  minDeviation: number,
): void {
  const margin = clip * Math.max(Math.sqrt(state.variance), minDeviation)
  remember(state, Math.max(state.mean - margin, Math.min(state.mean + margin, value)), rate)
}
