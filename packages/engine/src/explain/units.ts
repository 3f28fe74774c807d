/** Amounts and quantities as whole numbers of 10^-30, the precision of the warehouse. */
import { type Decimal, decimal, divideHalfEven } from '@kept/foundation/decimal.ts'
import { exact, exactText } from '../savings/exact.ts'

const places = 30
/** Shares of an amount are rounded to this many decimals. The terms still add up: each is a difference of two amounts. */
const sharePlaces = 10
const shareUnit = 10n ** BigInt(places - sharePlaces)

export type Units = bigint

/** Throws RangeError for more than thirty decimals. */
export function toUnits(text: Decimal): Units {
  const { units, scale } = exact(text)
  if (scale > places) throw new RangeError(`"${text.slice(0, 60)}" has more than ${places} decimals.`)
  return units * 10n ** BigInt(places - scale)
}

export function toDecimal(units: Units): Decimal {
  return decimal(exactText({ units, scale: places }))
}

/** amount * numerator / denominator, rounded half-even to ten decimals. */
export function scaleUnits(amount: Units, numerator: bigint, denominator: bigint): Units {
  if (numerator === denominator) return amount
  return divideHalfEven(amount * numerator, denominator * shareUnit) * shareUnit
}

export const magnitude = (units: Units): Units => (units < 0n ? -units : units)
