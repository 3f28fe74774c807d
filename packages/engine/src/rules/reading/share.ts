import { type Decimal, decimal, divide, isZero, multiply, toNumber } from '@kept/foundation/decimal.ts'

/** A share of an amount of money. The share is an estimate and rounded to nine places, the multiplication is exact. */
export function share(amount: Decimal, part: number): Decimal {
  return multiply(amount, decimal(part.toFixed(9)))
}

/** a / b for deciding, never for money; 0 when b is zero. */
export function ratio(a: Decimal, b: Decimal): number {
  return isZero(b) ? 0 : toNumber(divide(a, b, 9))
}
