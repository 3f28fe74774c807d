/** Changes and shares in percent. */
import { absolute, type Decimal, divide, isZero, multiply, subtract } from '@kept/foundation/decimal.ts'

/** Percent change; null without a previous amount or when it is zero. */
export function changePercent(now: Decimal, before: Decimal | null | undefined): number | null {
  if (before === null || before === undefined || isZero(before)) return null
  return Number(divide(multiply(subtract(now, before), '100'), absolute(before), 4))
}

/** `part` as percent of `total`; null when the total is zero. */
export function sharePercent(part: Decimal, total: Decimal): number | null {
  return isZero(total) ? null : Number(divide(multiply(part, '100'), total, 4))
}
