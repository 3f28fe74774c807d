import type { InvoiceLine } from '@kept/domain/billing/invoice-document.ts'
import { decimal, divide, isZero, multiply, toPlaces } from '@kept/foundation/decimal.ts'

/** What part of a line's savings is its fee: "25%"; with tiers or a cap the average, "21.4%". Empty without savings. */
export function rateOf({ saved, fee_exact }: Pick<InvoiceLine, 'saved' | 'fee_exact'>): string {
  if (isZero(saved)) return ''
  const percent = multiply(divide(fee_exact, saved, 8), '100')
  return `${decimal(toPlaces(percent, 2))}%`
}
