/** Money: an exact amount that always carries its currency, because two currencies are never added. */
import { add, type Decimal, isDecimal } from '@kept/foundation/decimal.ts'
import * as z from 'zod'

export const decimalSchema = z.string().refine(isDecimal, 'must be a decimal number, for example "12.34"')
/** ISO 4217, or a provider's virtual currency ("DBU", "credits"): FOCUS allows both. */
export const currencySchema = z.string().min(1).max(40)
/** As a person or program writes it: "usd" is the USD of every bill, whose codes are upper case. */
export const currencyInputSchema = z.string().trim().toUpperCase().min(1).max(40)
export const moneySchema = z.object({ amount: decimalSchema, currency: currencySchema })
export type Money = z.infer<typeof moneySchema>

/** One total for each currency, in the order of first appearance. Amounts of two currencies never meet. */
export function totalByCurrency(moneys: Iterable<Money>): Money[] {
  const totals = new Map<string, Decimal>()
  for (const { amount, currency } of moneys) totals.set(currency, add(totals.get(currency) ?? '0', amount))
  return [...totals].map(([currency, amount]) => ({ currency, amount }))
}
