import { type Decimal, divide, isZero, multiply } from '@kept/domain/decimal.ts'

type Maybe = Decimal | null | undefined

/** One amount per another; null when either is unknown or there is nothing to divide by. */
export function per(amount: Maybe, by: Maybe, places = 12): Decimal | null {
  return amount && by && !isZero(by) ? divide(amount, by, places) : null
}

/** The same in percent. */
export function percentOf(part: Maybe, whole: Maybe): Decimal | null {
  return part ? per(multiply(part, '100'), whole, 6) : null
}
