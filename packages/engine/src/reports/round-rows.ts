/** Rounds amounts so that they add up to their rounded total. */
import { add, compare, type Decimal, subtract, sum, toPlaces } from '@kept/foundation/decimal.ts'

/**
 * Each amount with `places` decimals. Where the rounded amounts miss the rounded total, those that rounding moved
 * furthest the wrong way are corrected by one unit of the last place.
 */
export function roundToTotal(amounts: readonly Decimal[], places: number): { amounts: Decimal[]; total: Decimal } {
  const total = toPlaces(sum(amounts), places)
  const rounded = amounts.map((amount) => toPlaces(amount, places))
  const unit = places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`
  const missing = subtract(total, sum(rounded))
  const isShort = compare(missing, '0') > 0
  const count = Math.abs(Math.round(Number(missing) * 10 ** places))
  const errors = rounded.map((amount, index) => ({ index, error: subtract(amounts[index] ?? '0', amount) }))
  const byError = errors.toSorted((a, b) => (isShort ? compare(b.error, a.error) : compare(a.error, b.error)))
  for (const { index } of byError.slice(0, count)) {
    const amount = rounded[index] ?? '0'
    rounded[index] = toPlaces(isShort ? add(amount, unit) : subtract(amount, unit), places)
  }
  return { amounts: rounded, total }
}
