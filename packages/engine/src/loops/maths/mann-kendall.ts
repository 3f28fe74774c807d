/** Is there a trend? Mann and Kendall's test, with Hamed and Rao's correction for values that resemble their neighbors. */
export function mannKendall(values: readonly number[]): number {
  const count = values.length
  if (count < 8) return 0
  let s = 0
  const slopes: number[] = []
  for (let i = 0; i < count - 1; i += 1) {
    for (let j = i + 1; j < count; j += 1) {
      const difference = (values[j] as number) - (values[i] as number)
      s += Math.sign(difference)
      slopes.push(difference / (j - i))
    }
  }
  if (s === 0) return 0
  const slope = middle(slopes)
  const ties = new Map<number, number>()
  for (const value of values) ties.set(value, (ties.get(value) ?? 0) + 1)
  const tied = [...ties.values()].reduce((total, size) => total + size * (size - 1) * (2 * size + 5), 0)
  const variance = (count * (count - 1) * (2 * count + 5) - tied) / 18
  const corrected = variance * autocorrelationFactor(values, slope)
  return corrected > 0 ? (s - Math.sign(s)) / Math.sqrt(corrected) : 0
}

/** By the ranks of what is left without the trend; only correlations that stand out count. */
function autocorrelationFactor(values: readonly number[], slope: number): number {
  const count = values.length
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const ranks = averageRanks(
    values.map((value, index) => value - slope * index),
    // Residuals that should be equal differ by what arithmetic rounds off.
    largest * 1e-9,
  )
  const mean = (count - 1) / 2
  const spread = ranks.reduce((total, rank) => total + (rank - mean) ** 2, 0)
  if (spread === 0) return 1
  let sum = 0
  const limit = 1.96 / Math.sqrt(count)
  for (let lag = 1; lag < count - 2; lag += 1) {
    let product = 0
    for (let i = lag; i < count; i += 1) product += ((ranks[i] as number) - mean) * ((ranks[i - lag] as number) - mean)
    const correlation = product / spread
    if (Math.abs(correlation) > limit) sum += (count - lag) * (count - lag - 1) * (count - lag - 2) * correlation
  }
  return Math.max(1, 1 + (2 / (count * (count - 1) * (count - 2))) * sum)
}

/** Ranks from zero; equal values share the mean of theirs, or their order in time would look like a correlation. */
function averageRanks(values: readonly number[], tolerance: number): Float64Array {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value)
  const ranks = new Float64Array(values.length)
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && (order[end]?.value ?? 0) - (order[end - 1]?.value ?? 0) <= tolerance) end += 1
    for (let rank = start; rank < end; rank += 1) ranks[order[rank]?.index ?? 0] = (start + end - 1) / 2
    start = end
  }
  return ranks
}

/** The median of all pairwise slopes. */
export function senSlope(values: readonly number[]): number {
  const slopes: number[] = []
  for (let i = 0; i < values.length - 1; i += 1) {
    for (let j = i + 1; j < values.length; j += 1)
      slopes.push(((values[j] as number) - (values[i] as number)) / (j - i))
  }
  return slopes.length > 0 ? middle(slopes) : 0
}

function middle(values: number[]): number {
  const sorted = Float64Array.from(values).sort()
  const midpoint = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[midpoint] as number)
    : ((sorted[midpoint - 1] as number) + (sorted[midpoint] as number)) / 2
}

/** The straight line through points, with the share of the spread it explains. */
export function linearFit(
  xs: readonly number[],
  ys: readonly number[],
): { slope: number; intercept: number; r2: number } {
  const count = xs.length
  const mean = (list: readonly number[]) => list.reduce((total, value) => total + value, 0) / count
  const [meanX, meanY] = [mean(xs), mean(ys)]
  let [sxx, sxy, syy] = [0, 0, 0]
  for (let i = 0; i < count; i += 1) {
    const [dx, dy] = [(xs[i] as number) - meanX, (ys[i] as number) - meanY]
    sxx += dx * dx
    sxy += dx * dy
    syy += dy * dy
  }
  if (sxx === 0 || syy === 0) return { slope: 0, intercept: meanY, r2: 0 }
  return { slope: sxy / sxx, intercept: meanY - (sxy / sxx) * meanX, r2: (sxy * sxy) / (sxx * syy) }
}
