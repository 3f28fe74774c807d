/** A mean and a variance that forget: plain averages at first, then each new value counts for `rate`. Plain data. */
export interface Forgetting {
  mean: number
  variance: number
  count: number
}

export const startForgetting = (): Forgetting => ({ mean: 0, variance: 0, count: 0 })

/** How many deviations `value` lies from the mean, signed; `least` is the smallest deviation to believe in. */
export function deviation({ mean, variance }: Forgetting, value: number, least: number): number {
  const away = value - mean
  if (away === 0) return 0
  return Math.max(-most, Math.min(most, away / Math.max(Math.sqrt(variance), least, Number.MIN_VALUE)))
}

/** Beyond this many deviations more says nothing more, and sums stay finite. */
const most = 1000

/** Takes a value in. */
export function remember(state: Forgetting, value: number, rate: number): void {
  state.count += 1
  const weight = Math.max(rate, 1 / state.count)
  const away = value - state.mean
  state.mean += weight * away
  state.variance = (1 - weight) * (state.variance + weight * away * away)
}

/** Takes a value in, but at most `clip` deviations from the mean, so that an anomaly does not become the norm at once. */
export function rememberClipped(state: Forgetting, value: number, rate: number, clip: number, least: number): void {
  const room = clip * Math.max(Math.sqrt(state.variance), least)
  remember(state, Math.max(state.mean - room, Math.min(state.mean + room, value)), rate)
}
