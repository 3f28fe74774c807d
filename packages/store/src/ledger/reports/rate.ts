import { type Decimal, divide, isZero, multiply } from '@kept/foundation/decimal.ts'

type Maybe = Decimal | null | undefined

/** The ratio of two amounts; null when either is unknown or the divisor is zero. */
export function per(amount: Maybe, divisor: Maybe, scale = 12): Decimal | null {
  return amount && divisor && !isZero(divisor) ? divide(amount, divisor, scale) : null
}

/** The same in percent. */
export function percentOf(part: Maybe, total: Maybe): Decimal | null {
  return part ? per(multiply(part, '100'), total, 6) : null
}
