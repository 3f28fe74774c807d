import { autocorrelation } from '../../maths/autocorrelation.ts'

const usual = 125
const [shortest, longest, lags] = [3, 300, 400]

/**
 * The length of a series' strongest rhythm as TSB-AD finds it (the highest peak of the autocorrelation up to 400 steps,
 * or 125 when there is none between 6 and 303): how far around a label its VUS-PR still counts.
 */
export function periodOf(values: readonly number[]): number {
  const correlation = autocorrelation(values.slice(0, 20_000), lags).slice(shortest)
  let best = -1
  for (let lag = 1; lag < correlation.length - 1; lag += 1) {
    const here = correlation[lag] ?? 0
    const peak = here > (correlation[lag - 1] ?? 0) && here > (correlation[lag + 1] ?? 0)
    if (peak && (best === -1 || here >= (correlation[best] ?? 0))) best = lag
  }
  return best < shortest || best > longest ? usual : best + shortest
}
