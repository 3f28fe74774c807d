/**
 * Days that were far off once: a purchase, a tax, an outage. A model that repeats the last week would forecast each for
 * every week to come. They are taken for what was expected of them; what recurs with the month is put back on its day.
 */
import { median } from '../maths/quantile.ts'
import { robustSpread } from '../maths/spread.ts'
import type { Candidate } from './candidates.ts'
import type { Calendar } from './ridge-autoregression.ts'

/** Weeks that say what is usual on a day, and how far days are usually off. */
const [expecting, baselineWeeks] = [3, 8]
/** Days to know how far days are usually off. */
const fewest = 14
/** So many spreads, and this share of what was expected: far off. */
const [deviations, share] = [8, 0.3]
/** More days in a row on one side are a new level. */
const longest = 2
/** Like days before it that make a rhythm of it, which the autoregressions know: every other week, every fourth. */
const rhythms = [
  [14, 28],
  [28, 56],
]

export interface OneOffs {
  /** The values with what was expected in place of what was far off. */
  cleaned: readonly number[]
  /** By how much each value differs from that; mostly nothing. */
  offsets: readonly number[]
  hasOneOffs: boolean
  /** The first row that could be evaluated. */
  firstRow: number
}

/** Each row is evaluated by the rows before it alone, so that a backtest from any row on sees no later one. */
export function withoutOneOffs(values: readonly number[], season: number): OneOffs {
  const first = expecting * season
  const expected = values.map((_, row) => (row < first ? 0 : typicalValue(values, row, season)))
  const misses = values.map((value, row) => (row < first ? 0 : value - (expected[row] ?? 0)))
  const cleaned = [...values]
  let run = 0
  for (let row = first + fewest; row < values.length; row += 1) {
    const size = share * Math.abs(expected[row] ?? 0)
    const lately = misses.slice(Math.max(first, row - baselineWeeks * season), row)
    // Most rows are near: they need no closer look.
    const growth = Math.abs(misses[row] ?? 0) > size ? median(lately) : 0
    const miss = (misses[row] ?? 0) - growth
    const isFar = Math.abs(miss) > size && Math.abs(miss) > deviations * robustSpread(lately)
    run = !isFar ? 0 : run * miss > 0 ? run + Math.sign(miss) : Math.sign(miss)
    const missBefore = (rowsBack: number) => (values[row - rowsBack] ?? 0) - (expected[row] ?? 0)
    const isLike = (rowsBack: number) => row >= rowsBack && missBefore(rowsBack) * Math.sign(miss) > Math.abs(miss) / 2
    const isRhythm = rhythms.some((backs) => backs.every(isLike))
    if (run !== 0 && Math.abs(run) <= longest && !isRhythm) cleaned[row] = (expected[row] ?? 0) + growth
  }
  const offsets = values.map((value, row) => value - (cleaned[row] ?? 0))
  return { cleaned, offsets, hasOneOffs: offsets.some((offset) => offset !== 0), firstRow: first + fewest }
}

/** The middle of the same day of the last weeks: one odd day does not move it. */
function typicalValue(values: readonly number[], row: number, season: number): number {
  const sameDays: number[] = []
  for (let seasonsBack = 1; seasonsBack <= expecting; seasonsBack += 1)
    sameDays.push(values[row - seasonsBack * season] ?? 0)
  return median(sameDays)
}

/** Puts back on days of the month what was off on most of those before. */
export function withMonthDays(
  candidate: Candidate,
  { offsets, firstRow }: OneOffs,
  calendar: Calendar | undefined,
): Candidate {
  if (!calendar) return candidate
  const rows = offsets.map((_, row) => row)
  const daysOf = calendar(0).map((_, fact) => rows.filter((row) => row >= firstRow && calendar(row)[fact] === 1))
  return {
    ...candidate,
    path(end, horizon) {
      const recurring = daysOf.map((days) =>
        typicalOffset(days.filter((row) => row < end).map((row) => offsets[row] ?? 0)),
      )
      return candidate.path(end, horizon).map((value, h) => {
        const added = calendar(end + h).reduce((sum, is, fact) => sum + is * (recurring[fact] ?? 0), 0)
        return value + added
      })
    },
  }
}

/** Of a day of the month: what the last ones were off by, when there were two at least. */
const typicalOffset = (offsets: readonly number[]) => (offsets.length < 2 ? 0 : median(offsets.slice(-6)))
