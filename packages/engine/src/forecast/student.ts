/** Normal quantiles of the two-sided levels that bands are made for. */
export const normal = { 50: 0.674_49, 80: 1.281_55, 95: 1.959_96 } as const

/**
 * How much further Student's quantile lies out than the normal one, by the trials a spread was learned from: with few of
 * them the spread itself is in doubt (the series of Cornish and Fisher).
 */
export function studentFactor(level: keyof typeof normal, trials: number): number {
  const z = normal[level]
  const n = Math.max(1, trials)
  const terms = [
    (z ** 2 + 1) / 4,
    (5 * z ** 4 + 16 * z ** 2 + 3) / 96,
    (3 * z ** 6 + 19 * z ** 4 + 17 * z ** 2 - 15) / 384,
  ]
  return terms.reduce((factor, term, i) => factor + term / n ** (i + 1), 1)
}
