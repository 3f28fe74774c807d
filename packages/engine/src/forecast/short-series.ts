/**
 * Series too short for autoregressions: simple ways of looking ahead, tried from every row on, and bands that say how
 * little is known.
 */
import { type Candidate, medianOfLast, seasonalNaive } from './candidates.ts'
import { type Bands, mean, type Path } from './conformal.ts'
import { byShares, drift, lastValue, line, onLogarithms, seasonalDrift, smoothed } from './simple-candidates.ts'

/** Rows below which a series is short. */
export const shortBelow = 75

/** The middle of the values, the season, or a move that goes on: what a person would draw by hand. */
export function shortCandidates(values: readonly number[], season: number): Candidate[] {
  const candidates = [lastValue(values), medianOfLast(values, 7), smoothed(values, 0.3), drift(values), line(values)]
  if (values.every((value) => value > 0)) candidates.push(byShares(values, drift), byShares(values, line))
  if (season > 1 && values.length > 2 * season) candidates.push(seasonalNaive(values, season))
  if (season > 1 && values.length >= 3 * season) candidates.push(seasonalDrift(values, season))
  return candidates
}

const maxOrigins = 30
/** Rows that a line needs before its errors mean something; a series of three has to do with two. */
const fewestRows = 4

/** Of days, the first third says how a service began: it is left out where so many origins remain. */
const enoughOrigins = 7

/** Every row from which all candidates can look ahead. */
export function shortOrigins(length: number, season: number, isDays: boolean): number[] {
  const seasons = season === 1 || length <= 2 * season ? 0 : length < 3 * season ? 1 : 2
  const first = Math.max(seasons * season, length - maxOrigins, Math.min(fewestRows, length - 3), 2)
  const origins = Array.from({ length: length - first }, (_, i) => first + i)
  return isDays
    ? origins.slice(Math.min(Math.floor(origins.length / 3), Math.max(0, origins.length - enoughOrigins)))
    : origins
}

/** A path of days tries many of them, of which noise makes each a trial; of other series a path is about one. */
const trialsOfDays = 4

/** The same rows were learned from and tried on, and of many ways the best was taken: every other trial tells something new. */
export const shortTrials = (origins: readonly number[], isDays: boolean) =>
  (origins.length / 2) * (isDays ? trialsOfDays : 1)

/** Errors in the size of today: what grows by shares missed by less when it was small. */
export function inTodaysSize(
  errors: readonly Path[],
  { method, values, origins }: { method: string; values: readonly number[]; origins: readonly number[] },
): readonly Path[] {
  if (!method.includes(onLogarithms)) return errors
  const sizeAt = (end: number) => mean(values.slice(Math.max(0, end - 5), end))
  const today = sizeAt(values.length)
  return errors.map((path, i) => path.map((error) => error * Math.max(1, today / sizeAt(origins[i] ?? 0))))
}

/** Origins that the power seen in the errors needs to weigh as much as the one the steps of the series suggest. */
const priorWeight = 20

/** Errors that grow with a power of the distance, so that it can be gone on with beyond what was tried. */
export function powerBands(
  errors: readonly Path[],
  values: readonly number[],
  order: { horizon: number; season: number; isDays: boolean },
): Bands {
  const trust = errors.length / (errors.length + priorWeight)
  const power = trust * powerSeen(errors, order.horizon) + (1 - trust) * powerExpected(values, order)
  const tried = errors.flatMap((path) => path.map((error, h) => Math.abs(error) / (h + 1) ** power))
  // One trial more, of the series' own unrest: a first guess may have been right by luck. Paths of days are many guesses.
  const inUnits = order.isDays && errors.length >= enoughPaths ? tried : [...tried, unrestOf(values)]
  const meanSize = mean(inUnits)
  return {
    size: Array.from({ length: order.horizon }, (_, h) => meanSize * (h + 1) ** power),
    ratios: inUnits.map((size) => (meanSize === 0 ? 0 : size / meanSize)).sort((a, b) => a - b),
  }
}

/** The slope of usual errors over distances, both as logarithms. */
function powerSeen(errors: readonly Path[], horizon: number): number {
  const points = Array.from({ length: horizon }, (_, h) => {
    const sizes = errors.flatMap((path) => (h < path.length ? [Math.abs(path[h] ?? 0)] : []))
    return { x: Math.log(h + 1), y: Math.log(mean(sizes)), weight: sizes.length }
  }).filter(({ y }) => Number.isFinite(y))
  const total = points.reduce((sum, { weight }) => sum + weight, 0)
  const middle = (axis: 'x' | 'y') => points.reduce((sum, point) => sum + point[axis] * point.weight, 0) / total
  const [x0, y0] = [middle('x'), middle('y')]
  const covariance = points.reduce((sum, { x, y, weight }) => sum + weight * (x - x0) * (y - y0), 0)
  const width = points.reduce((sum, { x, weight }) => sum + weight * (x - x0) ** 2, 0)
  return width > 0 ? Math.max(0, Math.min(1.5, covariance / width)) : wandering
}

/** How far steps usually are from their mean. */
function unrestOf(values: readonly number[]): number {
  const move = ((values.at(-1) ?? 0) - (values[0] ?? 0)) / (values.length - 1)
  return mean(values.slice(1).map((value, i) => Math.abs(value - (values[i] ?? value) - move)))
}

/** Where nothing else is known: a little more than the half of a walk at random; days of cost keep to a level. */
const [wandering, wanderingDays] = [0.8, 0.3]
/** Paths of days from which on a lucky guess is none. */
const enoughPaths = 6
/** Steps that a memory of steps needs to weigh as much as not knowing. */
const doubt = 6

/**
 * Steps that take back the one before (memory -0.5) belong to a level that errors do not grow around; steps that forget
 * (0) to a walk; steps that go on to something that runs away.
 */
function powerExpected(values: readonly number[], { season, isDays }: { season: number; isDays: boolean }): number {
  const unknown = isDays ? wanderingDays : wandering
  const all = values.slice(1).map((value, i) => value - (values[i] ?? value))
  const isSeasonal = season > 1 && all.length >= 2 * season
  const steps = isSeasonal ? all.slice(season).map((step, i) => step - (all[i] ?? 0)) : all
  const meanStep = mean(steps)
  const residuals = steps.map((step) => step - meanStep)
  const squares = residuals.reduce((sum, residual) => sum + residual * residual, 0)
  if (squares === 0) return unknown
  const memory = residuals.slice(1).reduce((sum, residual, i) => sum + residual * (residuals[i] ?? 0), 0) / squares
  const power = Math.max(0, Math.min(1.25, 1 + 2 * memory))
  return (steps.length * power + doubt * unknown) / (steps.length + doubt)
}
