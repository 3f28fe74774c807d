/**
 * How unlike anything lately seen the last few rows are: the distance from the last `shape` values to the most similar
 * runs of the last `memory` rows (a k-nearest-neighbors detector on subsequences).
 */
export interface Nearest {
  /** The last values, oldest first. */
  values: number[]
  /** Squared distance of the last run to the run `lag` rows before it, by lag. */
  squares: number[]
  rows: number
}

export const shape = 6
export const memory = 1200
const neighbors = 2
/** Runs to compare with before a distance means anything. */
const enough = 10

export const startNearest = (): Nearest => ({ values: [], squares: [0], rows: 0 })

/** The mean distance to the nearest runs, or null while there are too few. */
export function strangeness(state: Nearest, value: number): number | null {
  const { values, squares } = state
  values.push(value)
  state.rows += 1
  // Forgetting in slabs keeps a step cheap; what lies beyond `memory` is never looked at.
  if (values.length > 2 * (memory + shape)) values.splice(0, values.length - (memory + shape + 1))
  const last = values.length - 1
  const lags = Math.min(memory, state.rows - shape)
  let [first, second] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let lag = 1; lag <= lags; lag += 1) {
    let square: number
    if (lag >= squares.length || (lag + state.rows) % shape === 0) {
      // Summed from scratch every few rows, so that rounding errors never add up.
      square = 0
      for (let offset = 0; offset < shape; offset += 1) {
        const difference = (values[last - offset] as number) - (values[last - offset - lag] as number)
        square += difference * difference
      }
    } else {
      const enters = value - (values[last - lag] as number)
      const leaves = (values[last - shape] as number) - (values[last - shape - lag] as number)
      square = Math.max(0, (squares[lag] as number) + enters * enters - leaves * leaves)
    }
    squares[lag] = square
    if (square < first) {
      second = first
      first = square
    } else if (square < second) second = square
  }
  return lags < enough ? null : (Math.sqrt(first) + Math.sqrt(second)) / neighbors
}
