/**
 * How unlike anything lately seen the last few rows are: the distance from the last `shape` values to the most similar
 * runs of the last `memory` rows (a k-nearest-neighbors detector on subsequences).
 */
export interface Nearest {
  /** The last `length` values, oldest first, with room for more. Plain, so that the state survives JSON. */
  values: number[]
  length: number
  /** Squared distance of the last run to the run `lag` rows before it, by lag; up to `comparedLags`. */
  squares: number[]
  comparedLags: number
  rows: number
}

export const shape = 6
export const memory = 1200
const neighbors = 2
/** Runs to compare with before a distance means anything. */
const enough = 10

export const startNearest = (): Nearest => ({
  values: new Array<number>(2 * (memory + shape)).fill(0),
  length: 0,
  squares: new Array<number>(memory + 1).fill(0),
  comparedLags: 0,
  rows: 0,
})

/** The mean distance to the nearest runs, or null while there are too few. */
export function strangeness(state: Nearest, value: number): number | null {
  push(state, value)
  const { values, squares, comparedLags, rows } = state
  const last = state.length - 1
  const lags = Math.min(memory, rows - shape)
  const entering = values[last] as number
  const leaving = values[last - shape] as number
  let [first, second] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // Summed from scratch every few rows, so that rounding errors never add up.
  let fromScratch = shape - (rows % shape)
  for (let lag = 1; lag <= lags; lag += 1) {
    let square: number
    if (lag === fromScratch || lag > comparedLags) {
      square = squareAt(values, last, lag)
      if (lag === fromScratch) fromScratch += shape
    } else {
      const enters = entering - (values[last - lag] as number)
      const leaves = leaving - (values[last - shape - lag] as number)
      square = Math.max(0, (squares[lag] as number) + enters * enters - leaves * leaves)
    }
    squares[lag] = square
    if (square < first) {
      second = first
      first = square
    } else if (square < second) second = square
  }
  state.comparedLags = Math.max(comparedLags, lags)
  return lags < enough ? null : (Math.sqrt(first) + Math.sqrt(second)) / neighbors
}

function squareAt(values: readonly number[], last: number, lag: number): number {
  let square = 0
  for (let offset = 0; offset < shape; offset += 1) {
    const difference = (values[last - offset] as number) - (values[last - offset - lag] as number)
    square += difference * difference
  }
  return square
}

/** Forgetting in slabs keeps a step cheap; what lies beyond `memory` is never looked at. */
function push(state: Nearest, value: number): void {
  const { values } = state
  if (state.length === values.length) {
    const kept = memory + shape
    values.copyWithin(0, state.length - kept, state.length)
    state.length = kept
  }
  values[state.length] = value
  state.length += 1
  state.rows += 1
}
