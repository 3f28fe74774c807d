/**
 * Some days of the week that moved against the others weeks before the end: machines that are off at weekends now, or on.
 * Models that learn from seasons would forecast the old week for months. What was before at those positions is brought
 * to what it is now; a level that all positions share is left to others.
 */
import { median } from '../maths/quantile.ts'
import { robustSpread } from '../maths/spread.ts'

/** Seasons looked back for the move, and seasons before it that say what is usual. */
const [lookBack, baselineSeasons] = [6, 4]
/** Seasons before it, at most and at least, that say how far positions usually are from what is usual there. */
const [spreadSeasons, fewestSpreadSeasons] = [8, 2]
/**
 * A move counts when it was seen in so many runs of rows, and in so many rows: one odd weekend is none. Public holidays
 * come in two weeks one after the other (the days around Christmas and New Year): quiet business days are seen once more.
 */
const [fewestRuns, fewestQuietRuns, fewestRows] = [2, 3, 3]
/**
 * By this share a position must have moved against the middle of all, and by so many of its usual deviations. With 2.5
 * of them, 0.01 to 0.05 of the series whose week keeps its shape were reshaped; with 3.5 it is 0.02 at most in all
 * classes but one, and of those whose week moved 0.03 fewer are found (decision 0149).
 */
const [minMove, deviations] = [0.2, 3.5]
/** Of the rows at a position that moved, those that must lie beyond half of its move. */
const clearShare = 0.8
/** Of the least move, how far the middle of a position may be off that has stayed. */
const stayed = 0.35

interface Reshaped {
  values: readonly number[]
  /** Rows since the move; 0 when none was found. */
  newWeekRows: number
}

/** Values above zero, with `season` positions; others are left as they are. */
export function atTodaysWeek(values: readonly number[], season: number): Reshaped {
  const unchanged = { values, newWeekRows: 0 }
  const first = values.length - lookBack * season
  if (season < 3 || first < (baselineSeasons + fewestSpreadSeasons) * season || values.some((value) => value <= 0))
    return unchanged
  const week = weekOf(values.map(Math.log), season, first)
  for (let from = first; from <= values.length - season; from += 1) {
    const moves = movesSince(week, from)
    if (!moves) continue
    return {
      values: values.map((value, row) => (row < from ? value * Math.exp(moves[row % season] ?? 0) : value)),
      newWeekRows: values.length - from,
    }
  }
  return unchanged
}

interface Week {
  logs: readonly number[]
  season: number
  /** By row: the middle of it and of the seasons before at its position; none for the first seasons. */
  baseline: readonly number[]
  /** The least move of a position that tells something. */
  threshold: number
}

function weekOf(logs: readonly number[], season: number, first: number): Week {
  const earliest = Math.max((baselineSeasons - 1) * season, first - spreadSeasons * season)
  const baseline = logs.map((_, row) =>
    row < earliest ? 0 : median(Array.from({ length: baselineSeasons }, (__, back) => logs[row - back * season] ?? 0)),
  )
  const spread = Math.max(baselineSpread(logs, baseline, { season, earliest, first }), 1e-3)
  return { logs, season, baseline, threshold: Math.max(Math.log1p(minMove), deviations * spread) }
}

/** How far a row usually is from the middle of those before at its position, the move of its whole season apart. */
function baselineSpread(
  logs: readonly number[],
  baseline: readonly number[],
  { season, earliest, first }: { season: number; earliest: number; first: number },
): number {
  const differences: number[] = []
  for (let from = earliest + season; from + season <= first; from += season) {
    const moves = logs.slice(from, from + season).map((log, i) => log - (baseline[from + i - season] ?? 0))
    const level = median(moves)
    differences.push(...moves.map((move) => move - level))
  }
  return robustSpread(differences)
}

/** By position: how far its rows from `from` on moved against the middle of all positions, 0 where it stayed. */
function movesSince({ logs, season, baseline, threshold }: Week, from: number): number[] | null {
  const rows = Array.from({ length: season }, (_, position) => rowsAt(logs.length, from, position, season))
  const baselineOf = (position: number) => baseline[(rows[position]?.[0] ?? from) - season] ?? 0
  const raw = rows.map((own, position) => median(own.map((row) => logs[row] ?? 0)) - baselineOf(position))
  const level = median(raw)
  const sizes = raw.map((size) => size - level)
  const sizeOf = (position: number) => sizes[position] ?? 0
  const moved = sizes.flatMap((size, position) => (Math.abs(size) >= threshold ? [position] : []))
  if (
    moved.length === 0 ||
    !isAdjacent(moved, season) ||
    !isRepeated(
      moved.flatMap((position) => rows[position] ?? []),
      areQuietBusinessDays(moved, { sizeOf, baselineOf, season }) ? fewestQuietRuns : fewestRuns,
    )
  )
    return null
  const [lead = 0] = moved
  const least = Math.min(...moved.map((position) => Math.abs(sizeOf(position))))
  const isOneWay = moved.every((position) => sizeOf(position) * sizeOf(lead) > 0)
  const haveOthersStayed = sizes.every((size, at) => moved.includes(at) || Math.abs(size) <= stayed * least)
  const isClear = moved.every((position) => {
    const clear = (rows[position] ?? []).map(
      (row) => ((logs[row] ?? 0) - baselineOf(position) - level) / sizeOf(position) > 0.5,
    )
    // The first row at each position must have moved as well, or the move is thought older than it is.
    return clear[0] && clear.filter(Boolean).length >= clearShare * clear.length
  })
  if (!isOneWay || !haveOthersStayed || !isClear) return null
  return sizes.map((size, position) => (moved.includes(position) ? size : 0))
}

/** Days that belong together follow one another: chance picks them apart. */
function isAdjacent(moved: readonly number[], season: number): boolean {
  return moved.filter((position) => !moved.includes((position + 1) % season)).length === 1
}

/** Positions that were busier than the quietest of the week, and are less so now: holidays look the same. */
function areQuietBusinessDays(
  moved: readonly number[],
  { sizeOf, baselineOf, season }: { sizeOf(at: number): number; baselineOf(at: number): number; season: number },
): boolean {
  const quietest = Math.min(...Array.from({ length: season }, (_, position) => baselineOf(position)))
  return moved.every((position) => sizeOf(position) < 0 && baselineOf(position) - quietest >= Math.log1p(minMove) / 2)
}

function isRepeated(movedRows: readonly number[], fewest: number): boolean {
  const rows = new Set(movedRows)
  const runs = movedRows.filter((row) => !rows.has(row - 1)).length
  return rows.size >= fewestRows && runs >= fewest
}

/** The rows of a position from `from` on. */
function rowsAt(to: number, from: number, position: number, season: number): number[] {
  const rows: number[] = []
  for (let row = from + ((((position - from) % season) + season) % season); row < to; row += season) rows.push(row)
  return rows
}
