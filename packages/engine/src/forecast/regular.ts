/** Puts a series on a regular grid: in order, one value per step, gaps filled as the season would have them. */
import { type SeriesPoint, stepOf } from '@kept/domain/series.ts'
import { isMonthly } from './frequency.ts'
import { isTooSparse, sinceBreak } from './since-break.ts'

export interface Regular {
  values: number[]
  /** Milliseconds between rows, 0 for a single one; months are steps of the calendar. */
  step: number
  /** When row number `row` is, also beyond the last. */
  at(row: number): number
  /** Rows that had no value. */
  filled: number
}

/**
 * The rows with a value, on their grid, since the last long break. Of several at one time the last one counts; rows
 * without rhythm are taken one by one.
 */
export function regular(points: readonly SeriesPoint[], season: (step: number) => number): Regular {
  const known = sinceBreak(points)
  const first = known[0]?.at ?? 0
  const step = stepOf(known)
  const grid = isMonthly(step) ? months(first) : steps(first, step)
  const length = grid.row(known.at(-1)?.at ?? first) + 1
  if (step === 0 || isTooSparse(known, step)) {
    return { values: known.map(({ value }) => value), step, at: grid.at, filled: 0 }
  }
  const cells = new Array<number | null>(length).fill(null)
  for (const { at, value } of known) cells[grid.row(at)] = value
  return { values: fill(cells, season(step)), step, at: grid.at, filled: cells.filter((cell) => cell === null).length }
}

function steps(first: number, step: number) {
  return {
    row: (at: number) => (step === 0 ? 0 : Math.round((at - first) / step)),
    at: (row: number) => first + row * step,
  }
}

function months(first: number) {
  const start = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO('UTC')
  return {
    row(at: number) {
      const then = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC')
      return (then.year - start.year) * 12 + then.month - start.month
    },
    at: (row: number) => start.add({ months: row }).epochMilliseconds,
  }
}

/** A gap takes the value of one season before, or the last one known. */
function fill(cells: readonly (number | null)[], season: number): number[] {
  const values: number[] = []
  cells.forEach((cell, row) => {
    values.push(cell ?? values[row - season] ?? values[row - 1] ?? 0)
  })
  return values
}
