/** The value below which `share` of the numbers lie, interpolated between neighbors; NaN when there are none. */
export function quantile(numbers: readonly number[], share: number): number {
  // Without a comparator: several times faster, and the medians of long histories are most of a forecast.
  const sorted = Float64Array.from(numbers).sort()
  const position = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  if (low === undefined || high === undefined) return Number.NaN
  return low + (high - low) * (position - Math.floor(position))
}

/** The middle value: half lie below, half above. One wild day cannot move it. */
export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}
