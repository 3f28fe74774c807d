/**
 * Amounts as Stripe counts them. Its unit is mostly the ISO 4217 minor unit, with exceptions of its own
 * (https://docs.stripe.com/currencies#zero-decimal, "special case currencies").
 */

import { RailError } from '@kept/domain/billing/payment-rail.ts'
import { minorDigits } from '@kept/domain/currency.ts'

const zeroDecimal = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const threeDecimal = new Set('BHD JOD KWD OMR TND'.split(' '))
/** Stripe counts them with two decimals although they have none in ISO 4217; the two must be zeros. */
const noDecimals = new Set(['ISK', 'UGX'])

/** Stripe's integer for an amount in ISO minor units; a `refused` RailError where Stripe has no number for it. */
export function toStripeAmount(amountMinor: bigint, currency: string): number {
  const { numerator, denominator } = ratioOf(currency)
  const scaled = amountMinor * numerator
  const amount = scaled / denominator
  if (amountMinor <= 0n || scaled % denominator !== 0n || amount > BigInt(Number.MAX_SAFE_INTEGER))
    throw notChargeable(currency)
  if (threeDecimal.has(currency) && amount % 10n !== 0n) throw notChargeable(currency)
  return Number(amount)
}

/** ISO minor units of Stripe's integer, which may be negative. */
export function fromStripeAmount(amount: number, currency: string): bigint {
  const { numerator, denominator } = ratioOf(currency)
  const scaled = BigInt(amount) * denominator
  if (scaled % numerator !== 0n)
    throw new RailError(
      'refused',
      'amount_not_representable',
      `Stripe reported ${currency} in parts of its smallest unit.`,
    )
  return scaled / numerator
}

/** What an ISO minor unit is multiplied by, and divided by, to be Stripe's. */
function ratioOf(currency: string): { numerator: bigint; denominator: bigint } {
  const ours = minorDigits(currency)
  const theirs = zeroDecimal.has(currency) ? 0 : threeDecimal.has(currency) ? 3 : 2
  if (ours === undefined || (ours > 2 && theirs === 2) || (ours === 0 && theirs === 2 && !noDecimals.has(currency)))
    throw new RailError('refused', 'currency_not_supported', `Stripe cannot charge ${currency}; pay by bank transfer.`)
  const power = 10n ** BigInt(Math.abs(theirs - ours))
  return theirs >= ours ? { numerator: power, denominator: 1n } : { numerator: 1n, denominator: power }
}

function notChargeable(currency: string): RailError {
  return new RailError(
    'refused',
    'amount_not_representable',
    `Stripe cannot charge this amount in ${currency}; pay it by bank transfer.`,
  )
}
