/** What part of a scope's cost is a price of the month: such days cost more in a short month. */
import { median } from '../../maths/quantile.ts'

/** A complete month: its days without weekdays, as logarithms. */
export interface CompleteMonth {
  /** Row of its first day. */
  first: number
  values: number[]
}

export const meanLength = 365.25 / 12

/** Days on each side of the turn of a month that are compared. */
const side = 10
/** Before a scope is known, its share is taken to be none, give or take this. */
const priorSpread = 0.5
/** A scope that never changes has no noise: what remains of its weekdays would look like a share. */
const leastNoise = 0.02
/** Deviations that a share must be from none. */
const believed = 2
/** The variance of a median of normal values, over that of their mean. */
const ofMedian = 1.57
/** Neighboring days are alike: so much less do they say. */
const alikeness = 2

/** By the steps at turns of months of unlike length, with shrinkage; 0 where they say too little. */
export function learnLengthShare(months: readonly CompleteMonth[]): number {
  // From month to month, their lengths would look like growth.
  const rise = riseWithin(months)
  let [together, predicted] = [0, 0]
  const steps: { step: number; predictedStep: number }[] = []
  const turns: number[] = []
  for (const [index, next] of months.entries()) {
    const before = months[index - 1]
    if (before === undefined) continue
    const step = startOf(next.values) - endOf(before.values) - side * rise
    const predictedStep = Math.log(before.values.length / next.values.length)
    steps.push({ step, predictedStep })
    together += step * predictedStep
    predicted += predictedStep ** 2
    turns.push(...next.values.slice(0, side).map((value) => value - startOf(next.values)))
  }
  if (predicted === 0) return 0
  const noise = Math.max(leastNoise, 1.4826 * median(turns.map(Math.abs))) ** 2
  const ofNoise = ((2 * ofMedian) / side) * alikeness * noise
  // A step at one turn alone, as when something was resized, is no price of the month: the turns must agree.
  const raw = together / predicted
  const apart = steps.reduce((sum, { step, predictedStep }) => sum + (step - raw * predictedStep) ** 2, 0)
  const variance = Math.max(ofNoise, apart / Math.max(1, steps.length - 1))
  const share = together / (predicted + variance / priorSpread ** 2)
  return share > believed * Math.sqrt(variance / predicted) ? Math.min(1, share) : 0
}

/** What a day of a month adds to the day before, as a logarithm. */
export function riseWithin(months: readonly CompleteMonth[]): number {
  return median(months.map(({ values }) => (endOf(values) - startOf(values)) / (values.length - side)))
}

const startOf = (values: readonly number[]) => median(values.slice(0, side))
const endOf = (values: readonly number[]) => median(values.slice(-side))
