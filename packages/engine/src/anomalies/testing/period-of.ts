import { autocorrelation } from '../../maths/autocorrelation.ts'

const defaultPeriod = 125
const [shortest, longest, lags] = [3, 300, 400]

/**
 * The length of a series' strongest rhythm as TSB-AD finds it (the highest peak of the autocorrelation up to 400 steps,
 * or 125 when there is none between 6 and 303): how far around a label its VUS-PR still counts.
 */
export function periodOf(values: readonly number[]): number {
  const correlation = autocorrelation(values.slice(0, 20_000), lags).slice(shortest)
  let bestLag = -1
  for (let lag = 1; lag < correlation.length - 1; lag += 1) {
    const current = correlation[lag] ?? 0
    const peak = current > (correlation[lag - 1] ?? 0) && current > (correlation[lag + 1] ?? 0)
    if (peak && (bestLag === -1 || current >= (correlation[bestLag] ?? 0))) bestLag = lag
  }
  return bestLag < shortest || bestLag > longest ? defaultPeriod : bestLag + shortest
}
