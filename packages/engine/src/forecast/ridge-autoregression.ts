/**
 * Ridge autoregression: the next value as a weighted sum of earlier ones and of what the calendar says. The normal
 * equations grow row by row, so that one pass serves every origin of a backtest.
 */
import { solveSymmetric } from '../maths/cholesky.ts'

/** Facts about a row that are known in advance, such as "first day of the month". */
export type Calendar = (row: number) => readonly number[]

export interface Ridge {
  lags: readonly number[]
  calendar: Calendar | undefined
  /** Unknowns: the intercept, the lags, the calendar. */
  size: number
  center: number
  scale: number
  gram: Float64Array
  rightHandSide: Float64Array
  /** Rows before this one are in the equations. */
  next: number
}

/** The penalty on every weight but the intercept, in units of standardized rows. */
const lambda = 1
/** A forecast this many deviations beyond both the mean and where the series is now is a run-away, not a forecast. */
const clamp = 6

/** Starts the equations; `values` up to `rows` set the units, so that nothing later leaks into them. */
export function startRidge(
  values: ArrayLike<number>,
  rows: number,
  lags: readonly number[],
  calendar: Calendar | undefined,
): Ridge {
  let [mean, squares] = [0, 0]
  for (let row = 0; row < rows; row += 1) mean += (values[row] as number) / rows
  for (let row = 0; row < rows; row += 1) squares += ((values[row] as number) - mean) ** 2 / rows
  const size = 1 + lags.length + (calendar?.(0).length ?? 0)
  return {
    lags,
    calendar,
    size,
    center: mean,
    scale: Math.sqrt(squares) || 1,
    gram: new Float64Array(size * size),
    rightHandSide: new Float64Array(size),
    next: lags.at(-1) ?? 0,
  }
}

/** Takes the rows before `end` into the equations. */
export function learnUntil(ridge: Ridge, values: ArrayLike<number>, end: number): void {
  const { size, gram, rightHandSide, center, scale } = ridge
  const features = new Float64Array(size)
  for (; ridge.next < end; ridge.next += 1) {
    describe(ridge, values, ridge.next, features)
    const target = ((values[ridge.next] as number) - center) / scale
    for (let i = 0; i < size; i += 1) {
      const x = features[i] as number
      if (x === 0) continue
      rightHandSide[i] = (rightHandSide[i] as number) + x * target
      for (let j = 0; j <= i; j += 1) gram[i * size + j] = (gram[i * size + j] as number) + x * (features[j] as number)
    }
  }
}

/** What is known about a row before it comes. */
function describe(
  { lags, calendar, center, scale }: Ridge,
  values: ArrayLike<number>,
  row: number,
  features: Float64Array,
) {
  features[0] = 1
  for (let i = 0; i < lags.length; i += 1) {
    features[i + 1] = ((values[row - (lags[i] as number)] as number) - center) / scale
  }
  calendar?.(row).forEach((fact, i) => {
    features[1 + lags.length + i] = fact
  })
}

/** The weights that the rows learned so far ask for. */
export function weightsOf({ gram, rightHandSide, size }: Ridge): Float64Array | null {
  const penalized = gram.slice()
  for (let i = 0; i < size; i += 1) penalized[i * size + i] = (gram[i * size + i] as number) + (i === 0 ? 1e-9 : lambda)
  return solveSymmetric(penalized, rightHandSide, size)
}

/** The next `horizon` values after `values[0 .. end)`, each forecast used as the value of its row. */
export function pathOf(
  ridge: Ridge,
  weights: Float64Array,
  values: ArrayLike<number>,
  end: number,
  horizon: number,
): number[] {
  const reach = ridge.lags.at(-1) ?? 0
  const { center, scale } = ridge
  const features = new Float64Array(ridge.size)
  const lately = new Float64Array(reach + horizon)
  for (let i = 0; i < reach; i += 1) lately[i] = values[end - reach + i] as number
  const shifted: Ridge = ridge.calendar
    ? { ...ridge, calendar: (row) => ridge.calendar?.(row - reach + end) ?? [] }
    : ridge
  const now = ((lately[reach - 1] as number) - center) / scale
  const [lowest, highest] = [Math.min(0, now) - clamp, Math.max(0, now) + clamp]
  for (let h = 0; h < horizon; h += 1) {
    describe(shifted, lately, reach + h, features)
    let sum = 0
    for (let i = 0; i < ridge.size; i += 1) sum += (weights[i] as number) * (features[i] as number)
    lately[reach + h] = center + scale * Math.max(lowest, Math.min(highest, sum))
  }
  return Array.from(lately.subarray(reach))
}
