import { median, quantiles } from '../../maths/quantile.ts'

/** Makes a median of absolute values comparable with a standard deviation when they are normal. */
const consistency = 1.4826
/** The 95th percentile of absolute normal values. */
const normalTail = 1.96
/** A tail so much longer than that is luck. */
const luck = 0.9
/** Below one percent nothing is believed to be that regular. */
const floor = 0.01
const minResiduals = 10
const lately = 60

/** How far days are from what was expected. */
interface ResidualSpread {
  /** The median of all of them, as a deviation. */
  deviation: number
  /** As a deviation: the median of the last two months, and more for scopes whose misses have heavy tails, where four deviations are nothing rare. */
  miss: number
}

/** Null while there are too few. */
export function residualSpread(residuals: readonly number[]): ResidualSpread | null {
  if (residuals.length < minResiduals) return null
  const sizes = residuals.map(Math.abs)
  const [middle = 0, tail = 0] = quantiles(sizes, [0.5, 0.95])
  const deviation = consistency * middle
  const recent = consistency * (sizes.length <= lately ? middle : median(sizes.slice(-lately)))
  const heaviness = deviation === 0 ? 1 : Math.max(1, (luck * tail) / deviation / normalTail)
  return { deviation, miss: Math.max(floor, Math.max(recent, 0.85 * deviation) * heaviness) }
}

/** Fourth moments, in deviations: normal misses are at 3, heavy tails beyond the second. */
const [normalTails, heavyTails] = [5, 7]
/** A miss counts as at most so many deviations. */
const clip = 4
/** What thresholds are multiplied by where tails are those of normal misses, and at most where they are heavy. */
const [calm, heavy] = [0.86, 1.14]

/**
 * What the tails of a scope's misses make of its threshold of a day: its spread alone does not say whether four
 * deviations are rare.
 */
export function calmTails(residuals: readonly number[], deviation: number): number {
  if (deviation === 0) return 1
  let weight = 0
  for (const residual of residuals) weight += Math.min(clip, Math.abs(residual) / deviation) ** 4
  weight /= residuals.length
  const factor = calm + ((1 - calm) * (weight - normalTails)) / (heavyTails - normalTails)
  return Math.max(calm, Math.min(heavy, factor))
}
