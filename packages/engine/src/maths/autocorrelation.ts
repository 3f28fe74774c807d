/** Correlation of a series with itself at lags 0 to `lags` (biased, as statsmodels' `acf`): NaN when it never moves. */
export function autocorrelation(values: readonly number[], lags: number): number[] {
  const mean = values.reduce((total, value) => total + value, 0) / values.length
  const centered = Float64Array.from(values, (value) => value - mean)
  const product = (lag: number) => {
    let total = 0
    for (let i = lag; i < centered.length; i += 1) total += (centered[i] ?? 0) * (centered[i - lag] ?? 0)
    return total
  }
  const variance = product(0)
  return Array.from({ length: Math.min(lags, values.length - 1) + 1 }, (_, lag) => product(lag) / variance)
}
