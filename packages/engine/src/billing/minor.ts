/** Amounts of billing are whole minor units in a `bigint`; on documents and in the API, decimals with all their digits. */
import { badInput } from '@kept/domain/errors.ts'
import { type Decimal, decimal, toPlaces } from '@kept/foundation/decimal.ts'
import { digitsOf } from '../commission/fee.ts'

/** "12.60"; "13" in JPY. */
export function amountText(minor: bigint, currency: string): string {
  const places = digitsOf(currency)
  return toPlaces(`${minor}e-${places}`, places)
}

/** Throws when the amount is finer than the currency's smallest unit. */
export function toMinor(amount: Decimal, currency: string): bigint {
  const places = digitsOf(currency)
  const rounded = toPlaces(amount, places)
  if (decimal(rounded) !== decimal(amount)) {
    throw badInput(`${amount} is not an amount in ${currency}: use at most ${places} decimals.`)
  }
  return BigInt(rounded.replace('.', ''))
}

/** The same without zeros at the end, as exact amounts are written. */
export function exactAmount(minor: bigint, currency: string): Decimal {
  return decimal(amountText(minor, currency))
}
