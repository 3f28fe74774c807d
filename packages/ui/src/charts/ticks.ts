/** Returns round axis ticks that include zero: about `maxSteps` steps of 1, 2, 2.5, or 5 times a power of ten. */
export function niceTicks(lowest: number, highest: number, maxSteps = 5): number[] {
  const low = Math.min(0, lowest)
  const high = Math.max(0, highest)
  if (high - low < 1e-15 || !Number.isFinite(high - low)) return [0]
  const rough = (high - low) / maxSteps
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough * 0.999) ?? 10 * power
  const first = Math.floor(low / step + 1e-9)
  const last = Math.ceil(high / step - 1e-9)
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}
