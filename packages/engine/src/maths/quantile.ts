/** The value below which `share` of the numbers lie, interpolated between neighbors; NaN when there are none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  if (low === undefined || high === undefined) return Number.NaN
  return low + (high - low) * (position - Math.floor(position))
}

/** The middle value: half lie below, half above. One wild day cannot move it. */
export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}
