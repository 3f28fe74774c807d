/**
 * Intervals from the errors a method really made: split-conformal, scaled by how errors grow with the horizon. They
 * promise coverage without believing in any distribution.
 */

import type { Level } from './levels.ts'
import { studentFactor } from './student.ts'

/** Errors of one origin, one per step ahead. */
export type Path = readonly number[]

export interface Bands {
  /** How large errors usually are, by step ahead. */
  size: number[]
  /** Errors in units of their size, rising. */
  ratios: number[]
}

/** What the errors of a backtest say about the next `horizon` steps; beyond its reach they grow with the square root. */
export function bandsOf(errors: readonly Path[], horizon: number): Bands {
  const reach = errors[0]?.length ?? 0
  const meanSizes = smooth(Array.from({ length: reach }, (_, h) => mean(errors.map((path) => Math.abs(path[h] ?? 0)))))
  const size = Array.from({ length: horizon }, (_, h) =>
    h < reach ? (meanSizes[h] ?? 0) : (meanSizes[reach - 1] ?? 0) * Math.sqrt((h + 1) / reach),
  )
  const ratios = errors.flatMap((path) =>
    path.map((error, h) => (size[h] === 0 ? 0 : Math.abs(error) / (size[h] ?? 0))),
  )
  return { size, ratios: ratios.sort((a, b) => a - b) }
}

/** Half the width of the interval that holds `level` percent of the outcomes, by step ahead. */
export function halfWidths({ size, ratios }: Bands, level: Level, trials: number): number[] {
  const ratio = widened(ratios, level, trials)
  return size.map((stepSize) => ratio * stepSize)
}

/** The conformal quantile, further out the fewer independent trials stand behind it. */
export function widened(rising: readonly number[], level: Level, trials: number): number {
  return conformalQuantile(rising, level / 100) * studentFactor(level, trials)
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

/** How many paths lie beside one another, not over one another, when each begins `distance` rows after the one before. */
export function pathsApart(errors: readonly Path[], distance: number): number {
  const reach = errors[0]?.length ?? 1
  return 1 + ((errors.length - 1) * Math.min(distance, reach)) / reach
}

/** Outcomes that `apart` paths are worth: many where errors come and go, as many as paths where a series wanders off. */
export function independentTrials(errors: readonly Path[], apart: number): number {
  const reach = errors[0]?.length ?? 1
  const ofSums = mean(errors.map((path) => path.reduce((sum, error) => sum + error, 0) ** 2))
  const squares = mean(errors.map((path) => path.reduce((sum, error) => sum + error * error, 0)))
  return squares === 0 ? apart * reach : (apart * reach) / Math.max(1, ofSums / squares)
}

export function mean(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0
  let sum = 0
  for (const number of numbers) sum += number
  return sum / numbers.length
}
