/**
 * Levels that moved weeks or months before the end and stayed: what came before is brought to the level of today, or
 * every way of looking ahead would learn from a move that does not come again.
 */
import { median } from '../maths/quantile.ts'
import { robustSpread } from '../maths/spread.ts'
import { mean } from './conformal.ts'
import { type Move, withoutRamps } from './ramps.ts'

/** Seasons of the windows on both sides of a move: one finds steps, two and four find moves that take days or weeks. */
const windows = [1, 2, 4]
/** Seasons looked back. */
const lookBack = 30
/** Moves of windows are normal up to so many deviations, and below this share of the level. */
const [deviations, minMove] = [4.5, 0.12]
const maxShifts = 4

/** The values as if the level had been where it is since; `moved` is the first row that lies behind the last move. */
export function withoutEarlierShifts(
  values: readonly number[],
  season: number,
): { values: readonly number[]; moved: number } {
  let leveled = values
  let moved = 0
  const moves: Move[] = []
  if (season < 2 || values.length < 8 * season || values.some((value) => value <= 0)) return { values, moved }
  for (let shift = 0; shift < maxShifts; shift += 1) {
    const largest = largestMove(leveled.map(Math.log), season)
    if (!largest) break
    leveled = leveled.map((value, row) => (row < largest.row ? value * Math.exp(largest.move) : value))
    moved = Math.max(moved, largest.row)
    moves.push(largest)
  }
  return { values: withoutRamps(leveled, moves, season), moved }
}

interface LargestMove extends Move {
  /** What values before it are multiplied with, as a logarithm. */
  move: number
  height: number
}

function largestMove(logs: readonly number[], season: number): LargestMove | null {
  let largest: LargestMove | null = null
  // Windows of whole seasons hold every weekday alike.
  const prefix = [0]
  for (const value of logs) prefix.push((prefix.at(-1) ?? 0) + value)
  const meanOf = (from: number, to: number) => ((prefix[to] ?? 0) - (prefix[from] ?? 0)) / (to - from)
  for (const count of windows) {
    const width = count * season
    const first = Math.max(width, logs.length - lookBack * season)
    const moves: number[] = []
    for (let row = first; row <= logs.length - width; row += 1)
      moves.push(meanOf(row, row + width) - meanOf(row - width, row))
    if (moves.length < 4 * season) continue
    const [growth, spread] = [median(moves), robustSpread(moves)]
    const background = rmsWithoutPeaks(moves, growth, spread)
    for (const [i, move] of moves.entries()) {
      const height = Math.abs(move - growth) / Math.max(background, 1e-3)
      if (height < deviations || Math.abs(move - growth) < Math.log1p(minMove)) continue
      if (largest && height <= largest.height) continue
      largest = { row: first + i, move: staying(logs, first + i, season), height, width }
    }
  }
  return largest && Math.abs(largest.move) > Math.log1p(minMove) / 2 ? largest : null
}

/** How far moves usually are from growth, those of the peaks themselves left out. */
function rmsWithoutPeaks(moves: readonly number[], growth: number, spread: number): number {
  const sizes = moves.map((move) => Math.abs(move - growth)).filter((size) => size <= 3 * spread)
  return Math.max(spread, Math.sqrt(mean(sizes.map((size) => size * size))))
}

/** By how much the weeks after lie above those before, weekday by weekday. */
function staying(logs: readonly number[], row: number, season: number): number {
  const after = logs.slice(row, row + 3 * season)
  return median(
    after.flatMap((value, i) => {
      const before = [1, 2, 3].flatMap((back) => {
        const other = logs[row + (i % season) - back * season]
        return other === undefined ? [] : [other]
      })
      return before.length === 0 ? [] : [value - median(before)]
    }),
  )
}
