/** The contracted price of one unit, as a line of the bill has it, and whether the line keeps its own word. */

import type { SavingsLine } from '@kept/domain/saving.ts'
import { divide } from '@kept/foundation/decimal.ts'
import { compareExact, type Exact, exact, multiplyExact, subtractExact } from './exact.ts'

/** Enough for the cheapest request of any cloud. */
const derivedPlaces = 18

/** Null where the line neither states a price nor has a quantity to divide its cost by. */
export function priceOfLine({ price, quantity, contracted, correction }: SavingsLine): Exact | null {
  if (correction) return null
  if (price !== null) return exact(price)
  return exact(quantity).units === 0n ? null : exact(divide(contracted, quantity, derivedPlaces))
}

const smallest: Exact = { units: 1n, scale: 6 }
const thousandth: Exact = { units: 1n, scale: 3 }

/**
 * FOCUS: contracted cost is contracted unit price times pricing quantity, corrections excepted. A line that is off by
 * more than rounding is read in the wrong unit, and no saving may rest on it.
 */
export function isConsistent({ price, quantity, contracted, correction }: SavingsLine): boolean {
  if (correction || price === null) return true
  const stated = exact(contracted)
  const difference = subtractExact(multiplyExact(exact(price), exact(quantity)), stated)
  const tolerated = multiplyExact(absolute(stated), thousandth)
  return compareExact(absolute(difference), compareExact(tolerated, smallest) > 0 ? tolerated : smallest) <= 0
}

function absolute({ units, scale }: Exact): Exact {
  return { units: units < 0n ? -units : units, scale }
}
