/** How good forecasts were, by the definitions of the M4 competition. */

/** Mean absolute error. */
export function meanAbsoluteError(actual: readonly number[], forecast: readonly number[]): number {
  return meanOf(actual, (value, i) => Math.abs(value - (forecast[i] ?? Number.NaN)))
}

/** The share of values within their interval. */
export function coverage(
  actual: readonly number[],
  { lower, upper }: { lower: readonly number[]; upper: readonly number[] },
): number {
  return meanOf(actual, (value, i) => (value >= (lower[i] ?? 0) && value <= (upper[i] ?? 0) ? 1 : 0))
}

export function meanOf(values: readonly number[], measure: (value: number, index: number) => number): number {
  return values.reduce((sum, value, index) => sum + measure(value, index), 0) / values.length
}
