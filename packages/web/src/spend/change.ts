/** How an amount moved against another, in percent. */
import { absolute, type Decimal, divide, isZero, multiply, subtract } from '@kept/domain/decimal.ts'

/** Null when there is nothing to compare with: from nothing to something is no percentage. */
export function changePercent(now: Decimal, before: Decimal | null | undefined): number | null {
  if (before === null || before === undefined || isZero(before)) return null
  return Number(divide(multiply(subtract(now, before), '100'), absolute(before), 4))
}

/** `part` of `whole` in percent; null when the whole is nothing. */
export function sharePercent(part: Decimal, whole: Decimal): number | null {
  return isZero(whole) ? null : Number(divide(multiply(part, '100'), whole, 4))
}
