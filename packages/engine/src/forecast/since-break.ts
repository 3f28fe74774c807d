/**
 * A bill of long ago, nothing for months, then the bills of today: spend before such a break predicts nothing of
 * the days to come, and cannot be put on one grid with them.
 */
import { day, type SeriesPoint, stepOf } from '@kept/domain/series.ts'
import { seasonOf } from './frequency.ts'

export interface KnownPoint extends SeriesPoint {
  value: number
}

/** More missing rows than a month has days are a break, as the anomaly engine starts learning again after them. */
const shortest = 31
/** Within days the week counts too: two of them. */
const twoWeeks = 14 * day
/** Two of every place in the season, and never fewer than a forecast needs. */
const enoughRows = (season: number) => Math.max(3, 2 * season)
/** More grid than this per known row: rows before a break cannot be kept beside those after it. */
const sparsest = 3

/** The rows with a value, in order, since the last long break with enough rows after it. */
export function sinceBreak(points: readonly SeriesPoint[]): KnownPoint[] {
  const knownPoints = points.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }]))
  knownPoints.sort((a, b) => a.at - b.at)
  // The step of the latest rows: how far apart those before a break are does not matter.
  const step = stepOf(knownPoints.slice(-21))
  if (step === 0) return knownPoints
  const longest = step < day ? Math.max(shortest, twoWeeks / step) : shortest
  const isSparse = isTooSparse(knownPoints, step)
  const enough = isSparse ? enoughRows(1) : enoughRows(seasonOf(step))
  for (let row = knownPoints.length - enough; row > 0; row -= 1) {
    const missing = Math.round(((knownPoints[row]?.at ?? 0) - (knownPoints[row - 1]?.at ?? 0)) / step) - 1
    if (missing > longest) return knownPoints.slice(row)
  }
  return knownPoints
}

/** Too few rows for their grid are no regular series. */
export function isTooSparse(knownPoints: readonly KnownPoint[], step: number): boolean {
  const length = Math.round(((knownPoints.at(-1)?.at ?? 0) - (knownPoints[0]?.at ?? 0)) / step) + 1
  return length > sparsest * knownPoints.length + 10
}
