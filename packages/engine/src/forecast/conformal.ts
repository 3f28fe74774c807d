/**
 * Intervals from the errors a method really made: split-conformal, scaled by how errors grow with the horizon. They
 * promise coverage without believing in any distribution.
 */

/** Errors of one origin, one per step ahead. */
export type Path = readonly number[]

/** The few origins of one series make the outer quantiles a little too narrow: 95 % is widened by this share. */
const repair = 0.15

export interface Bands {
  /** How large errors usually are, by step ahead. */
  size: number[]
  /** Errors in units of their size, rising. */
  ratios: number[]
}

/** What the errors of a backtest say about the next `horizon` steps; beyond its reach they grow with the square root. */
export function bandsOf(errors: readonly Path[], horizon: number): Bands {
  const reach = errors[0]?.length ?? 0
  const known = smooth(Array.from({ length: reach }, (_, h) => mean(errors.map((path) => Math.abs(path[h] ?? 0)))))
  const size = Array.from({ length: horizon }, (_, h) =>
    h < reach ? (known[h] ?? 0) : (known[reach - 1] ?? 0) * Math.sqrt((h + 1) / reach),
  )
  const ratios = errors.flatMap((path) =>
    path.map((error, h) => (size[h] === 0 ? 0 : Math.abs(error) / (size[h] ?? 0))),
  )
  return { size, ratios: ratios.sort((a, b) => a - b) }
}

/** Half the width of the interval that holds `level` of the outcomes, by step ahead. */
export function halfWidths({ size, ratios }: Bands, level: number): number[] {
  const ratio = widened(ratios, level)
  return size.map((one) => ratio * one)
}

/** The conformal quantile, repaired: not at all in the middle, by its whole share at 95 %. */
export function widened(rising: readonly number[], level: number): number {
  return conformalQuantile(rising, level) * (1 + (repair * Math.max(0, level - 0.5)) / 0.45)
}

/**
 * The smallest of the rising numbers that a further one stays below with at least this probability. With too few to
 * say so, the largest is stretched by as many as are missing.
 */
export function conformalQuantile(rising: readonly number[], level: number): number {
  const rank = Math.ceil((rising.length + 1) * level)
  const largest = rising.at(-1) ?? 0
  return rank > rising.length ? (largest * rank) / Math.max(1, rising.length) : (rising[rank - 1] ?? largest)
}

/** Errors by step ahead are noisy, and cannot shrink by much with distance: a running mean over five steps. */
function smooth(sizes: readonly number[]): number[] {
  return sizes.map((_, h) => mean(sizes.slice(Math.max(0, h - 2), h + 3)))
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
