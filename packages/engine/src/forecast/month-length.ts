/**
 * A price by the month, spread over its days, costs more on each day of February. Where the series follows the length of
 * its months, it is looked at as if all of them were alike.
 */
import { mean } from './conformal.ts'

/** Days of a month on average. */
const meanLength = 30.4375
/** Months of another length than the one before that must have been seen. */
const fewest = 3
/** How near to one its answer to the length must be, and how many deviations from none. */
const [near, deviations] = [0.35, 4]

/** By row, what a day costs of one in a month of mean length; null where cost does not follow the length of months. */
export function monthLengthFactor(
  values: readonly number[],
  season: number,
  lengthAt: (row: number) => number,
): ((row: number) => number) | null {
  if (values.some((value) => value <= 0)) return null
  const logs = values.map(Math.log)
  const moves: number[] = []
  const plain: { length: number; move: number }[] = []
  const meanOf = (from: number) => mean(logs.slice(from, from + season))
  for (let row = season; row + season <= values.length; row += 1) {
    const move = meanOf(row) - meanOf(row - season)
    const length = Math.log(lengthAt(row - 1) / lengthAt(row))
    // Windows that lie within a month say how far such moves are by chance.
    if (length !== 0) plain.push({ length, move })
    else if (lengthAt(row - season) === lengthAt(row + season - 1)) moves.push(move)
  }
  if (plain.length < fewest || moves.length < season) return null
  const growth = mean(moves)
  const chance = Math.sqrt(mean(moves.map((move) => (move - growth) ** 2)))
  const squares = plain.reduce((sum, { length }) => sum + length ** 2, 0)
  const answer = plain.reduce((sum, { length, move }) => sum + length * (move - growth), 0) / squares
  if (Math.abs(answer - 1) > near || answer < (deviations * chance) / Math.sqrt(squares)) return null
  return (row) => meanLength / lengthAt(row)
}
