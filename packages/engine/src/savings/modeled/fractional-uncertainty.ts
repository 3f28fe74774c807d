/**
 * ASHRAE Guideline 14, annex B: how uncertain a saving is that was not metered but modeled, as a share of itself,
 * when all that is known is how well the model fitted its baseline.
 */
export interface ModelFit {
  /** CV(RMSE) of the baseline model. */
  cv: number
  /** Points in the baseline, and how much each resembles the one before (lag-1 autocorrelation of the residuals). */
  points: number
  autocorrelation: number
  /** Points in the reporting period. */
  reported: number
  /** The saving as a share of what would have been used. */
  fraction: number
}

/** Student's t for the shares asked for; `lower80` is one-sided. */
export const tValues = { both68: 1, both80: 1.2816, both90: 1.6449, lower80: 0.85 } as const

export function fractionalUncertainty(
  { cv, points, autocorrelation, reported, fraction }: ModelFit,
  t: number,
): number {
  const independent = (points * (1 - autocorrelation)) / (1 + autocorrelation)
  return (t * 1.26 * cv * Math.sqrt(((points / independent) * (1 + 2 / independent)) / reported)) / fraction
}
