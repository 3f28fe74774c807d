/** Puts a series on a regular grid: in order, one value per step, gaps filled as the season would have them. */
import { type SeriesPoint, stepOf } from '@kept/domain/series.ts'
import { isMonthly } from './frequency.ts'
import { isTooSparse, sinceBreak } from './since-break.ts'

interface Regular {
  values: number[]
  /** Milliseconds between rows, 0 for a single one; months are steps of the calendar. */
  step: number
  /** When row number `row` is, also beyond the last. */
  timeAt(row: number): number
  /** Rows that had no value. */
  filled: number
}

/**
 * The rows with a value, on their grid, since the last long break. Of several at one time the last one counts; rows
 * without rhythm are taken one by one.
 */
export function regular(points: readonly SeriesPoint[], season: (step: number) => number): Regular {
  const knownPoints = sinceBreak(points)
  const first = knownPoints[0]?.at ?? 0
  const step = stepOf(knownPoints)
  const grid = isMonthly(step) ? months(first) : steps(first, step)
  const length = grid.row(knownPoints.at(-1)?.at ?? first) + 1
  if (step === 0 || isTooSparse(knownPoints, step)) {
    return { values: knownPoints.map(({ value }) => value), step, timeAt: grid.timeAt, filled: 0 }
  }
  const cells = new Array<number | null>(length).fill(null)
  for (const { at, value } of knownPoints) cells[grid.row(at)] = value
  return {
    values: fill(cells, season(step)),
    step,
    timeAt: grid.timeAt,
    filled: cells.filter((cell) => cell === null).length,
  }
}

function steps(first: number, step: number) {
  return {
    row: (timestamp: number) => (step === 0 ? 0 : Math.round((timestamp - first) / step)),
    timeAt: (row: number) => first + row * step,
  }
}

function months(first: number) {
  const start = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO('UTC')
  return {
    row(timestamp: number) {
      const date = Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO('UTC')
      return (date.year - start.year) * 12 + date.month - start.month
    },
    timeAt: (row: number) => start.add({ months: row }).epochMilliseconds,
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
