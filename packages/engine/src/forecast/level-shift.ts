/**
 * A level that moved shortly before the end: models that learn from seasons would forecast the old one for weeks. Rows
 * before the move are brought to the new level, so that every way of looking ahead starts from where the series is.
 */
import { median } from '../maths/quantile.ts'
import { robustSpread } from '../maths/spread.ts'

/** Fewer rows than this at a new level are a spike, not a level. */
const fewest = 3
/** Seasons looked back for a move, for what is usual before it, and how far out of that a level lies. */
const [recent, defaultSeasons, deviations] = [2, 8, 2.5]
/** The share of rows at the new level that must lie that far out. */
const clearShare = 0.7
/** A move by less than this share would be lost in the noise of its own size. */
const minMove = 0.1

interface Leveled {
  values: readonly number[]
  /** Rows at the new level; 0 when none was found. */
  newLevelRows: number
}

/**
 * `rhythm` is the longest season that repeats itself; without one, or with values that are not above zero, nothing moves.
 * `inSteps`: the level may have moved again since.
 */
export function atTodaysLevel(values: readonly number[], rhythm: number, inSteps: boolean): Leveled {
  const unchanged = { values, newLevelRows: 0 }
  if (rhythm < 2 || values.length < 4 * rhythm + fewest || values.some((value) => value <= 0)) return unchanged
  const logs = values.map(Math.log)
  const baselineMoves = typicalMoves(logs, logs.length - recent * rhythm, rhythm)
  if (baselineMoves.length < rhythm) return unchanged
  const [growth, spread] = [median(baselineMoves), Math.max(robustSpread(baselineMoves), 1e-3)]
  const onSome = inSteps ? onSomeDays(values, logs, { rhythm, growth, spread }) : null
  if (onSome) return onSome
  for (let newLevelRows = recent * rhythm; newLevelRows >= fewest; newLevelRows -= 1) {
    const moves = movesSince(logs, logs.length - newLevelRows, rhythm, growth)
    if (!moves) continue
    const move = median(moves)
    const clear = moves.filter((rowMove) => Math.abs(rowMove) > deviations * spread).length
    // The first row must have moved as well, or the level is thought older than it is.
    const isStart = Math.abs(moves.at(-1) ?? 0) > Math.abs(move) / 2
    if (!isStart || Math.abs(move) < Math.log1p(minMove) || clear < clearShare * newLevelRows) continue
    const rows = inSteps ? rowsSinceLastMove(moves, spread) : newLevelRows
    const latest = median(moves.slice(0, rows))
    const between = rows < newLevelRows ? latest - median(moves.slice(rows)) : 0
    const factorAt = (row: number) => {
      const left = values.length - row
      return left > newLevelRows ? Math.exp(latest) : left > rows ? Math.exp(between) : 1
    }
    return { values: values.map((value, row) => value * factorAt(row)), newLevelRows: rows }
  }
  return unchanged
}

/** Positions of the season that must have moved, and that must have stayed: machines off on business days alone. */
const [fewestMoved, fewestStayed] = [3, 2]
/** Of the move, how far those that stayed may be off. */
const stayed = 0.3

/** A move on some positions of the season while the others stay: only what was before at those positions is brought to it. */
function onSomeDays(
  values: readonly number[],
  logs: readonly number[],
  { rhythm, growth, spread }: { rhythm: number; growth: number; spread: number },
): Leveled | null {
  for (let rows = recent * rhythm; rows >= fewestMoved + fewestStayed; rows -= 1) {
    const from = logs.length - rows
    const moves = Array.from({ length: rows }, (_, i) => ({
      position: (from + i) % rhythm,
      move: (logs[from + i] ?? 0) - phaseBefore(logs, from, from + i, rhythm) - growth,
    }))
    const isMoved = ({ move }: { move: number }) => Math.abs(move) > Math.max(Math.log1p(minMove), deviations * spread)
    const [moved, rest] = [moves.filter(isMoved), moves.filter((entry) => !isMoved(entry))]
    const positions = new Set(moved.map(({ position }) => position))
    if (!moves[0] || !isMoved(moves[0]) || positions.size < fewestMoved || rest.length < fewestStayed) continue
    const stays = new Set(rest.map(({ position }) => position))
    if ([...stays].some((position) => positions.has(position))) continue
    // Chance picks positions apart; a weekend lies together.
    const isAdjacent = (position: number) =>
      stays.has((position + 1) % rhythm) || stays.has((position + rhythm - 1) % rhythm)
    if (![...stays].every(isAdjacent)) continue
    if (moved.some(({ move }) => move * (moved[0]?.move ?? 0) <= 0)) continue
    const size = median(moved.map(({ move }) => move))
    if (rest.some(({ move }) => Math.abs(move) > stayed * Math.abs(size))) continue
    // A level that moved in the season before is what the moves are measured from: some positions still remember the old one.
    const before = Array.from({ length: rhythm }, (_, i) => {
      const row = from - rhythm + i
      return (logs[row] ?? 0) - phaseBefore(logs, from - rhythm, row, rhythm) - growth
    })
    if (Math.abs(median(before)) > stayed * Math.abs(size)) continue
    // Positions that have not come yet go with most of those that have.
    const goes = (position: number) => positions.has(position) || (!stays.has(position) && positions.size > stays.size)
    const share = Math.exp(size)
    return {
      values: values.map((value, row) => (row < from && goes(row % rhythm) ? value * share : value)),
      newLevelRows: rows,
    }
  }
  return null
}

/** Deviations that the rows before and after a second move lie apart. */
const twice = 4

/** Where the level moved again within the rows of the first move: rows since then; all of them where it did not. */
function rowsSinceLastMove(moves: readonly number[], spread: number): number {
  let [rows, highest] = [moves.length, twice]
  for (let after = fewest; after <= moves.length - 2; after += 1) {
    const difference = Math.abs(median(moves.slice(0, after)) - median(moves.slice(after)))
    const height = difference / (spread * Math.sqrt(1 / after + 1 / (moves.length - after)))
    if (difference > Math.log1p(minMove) && height > highest) [rows, highest] = [after, height]
  }
  return rows
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

/** What the last three seasons before `from` had at the position of `row` in the season. */
function phaseBefore(logs: readonly number[], from: number, row: number, rhythm: number): number {
  const seasonsBack = Math.ceil((row - from + 1) / rhythm)
  return median([0, 1, 2].map((more) => logs[row - (seasonsBack + more) * rhythm] ?? 0))
}

function typicalMoves(logs: readonly number[], from: number, rhythm: number): number[] {
  const first = Math.max(3 * rhythm, from - defaultSeasons * rhythm)
  const moves: number[] = []
  for (let row = first; row < from; row += 1) moves.push((logs[row] ?? 0) - phaseBefore(logs, row, row, rhythm))
  return moves
}
