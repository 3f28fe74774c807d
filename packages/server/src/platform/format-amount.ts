/** Money in notifications: grouped, to the cent, rounded from the exact text and never a float. */
import { type Decimal, toPlaces } from '@kept/foundation/decimal.ts'

const number = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** "4,021.33 USD". */
export function formatAmount(amount: Decimal, currency: string): string {
  return `${number.format(toPlaces(amount, 2) as Intl.StringNumericLiteral)} ${currency}`
}
