/**
 * A level that moved shortly before the end: whatever learns from seasons would foretell the old one for weeks. The rows
 * before the move are brought to the new level, so that every way of looking ahead starts from where the series is.
 */
import { median } from '../maths/quantile.ts'
import { robustSpread } from '../maths/spread.ts'

/** Fewer rows than this at a new level are a spike, not a level. */
const fewest = 3
/** Seasons looked back for a move, for what is usual before it, and how far out of that a level lies. */
const [recent, usualSeasons, deviations] = [2, 8, 2.5]
/** The share of rows at the new level that must lie that far out. */
const clearShare = 0.7
/** A move by less than this share would be lost in the noise of its own size. */
const least = 0.1

export interface Levelled {
  values: readonly number[]
  /** Rows at the new level; 0 when none was found. */
  since: number
}

/** `rhythm` is the longest season that repeats itself; without one, or with values that are not above zero, nothing moves. */
export function atTodaysLevel(values: readonly number[], rhythm: number): Levelled {
  const none = { values, since: 0 }
  if (rhythm < 2 || values.length < 4 * rhythm + fewest || values.some((value) => value <= 0)) return none
  const logs = values.map(Math.log)
  const usual = usualMoves(logs, logs.length - recent * rhythm, rhythm)
  if (usual.length < rhythm) return none
  const [growth, spread] = [median(usual), Math.max(robustSpread(usual), 1e-3)]
  for (let since = recent * rhythm; since >= fewest; since -= 1) {
    const moves = movesSince(logs, logs.length - since, rhythm, growth)
    if (!moves) continue
    const move = median(moves)
    const clear = moves.filter((one) => Math.abs(one) > deviations * spread).length
    // The first row must have moved as well, or the level is thought older than it is.
    const begins = Math.abs(moves.at(-1) ?? 0) > Math.abs(move) / 2
    if (!begins || Math.abs(move) < Math.log1p(least) || clear < clearShare * since) continue
    const share = Math.exp(move)
    return { values: values.map((value, row) => (row < values.length - since ? value * share : value)), since }
  }
  return none
}

/** By how much each row from `from` on differs from what growth makes of the seasons before; null unless all go one way. */
function movesSince(logs: readonly number[], from: number, rhythm: number, growth: number): number[] | null {
  const moves: number[] = []
  for (let row = logs.length - 1; row >= from; row -= 1) {
    const move = (logs[row] ?? 0) - phaseBefore(logs, from, row, rhythm) - growth
    if (move * (moves[0] ?? move) <= 0) return null
    moves.push(move)
  }
  return moves
}

/** What the last three seasons before `from` had at the place of `row` in the season. */
function phaseBefore(logs: readonly number[], from: number, row: number, rhythm: number): number {
  const back = Math.ceil((row - from + 1) / rhythm)
  return median([0, 1, 2].map((more) => logs[row - (back + more) * rhythm] ?? 0))
}

function usualMoves(logs: readonly number[], from: number, rhythm: number): number[] {
  const first = Math.max(3 * rhythm, from - usualSeasons * rhythm)
  const moves: number[] = []
  for (let row = first; row < from; row += 1) moves.push((logs[row] ?? 0) - phaseBefore(logs, row, row, rhythm))
  return moves
}
