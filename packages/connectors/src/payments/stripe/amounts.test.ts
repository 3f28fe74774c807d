import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromStripeAmount, toStripeAmount } from './amounts.ts'

describe('toStripeAmount', () => {
  it.each([
    ['USD', 717940n, 717940],
    ['JPY', 7179n, 7179],
    // Stripe counts them with two decimals although ISO 4217 has none.
    ['ISK', 500n, 50000],
    ['UGX', 500n, 50000],
    // Stripe has no decimals where ISO 4217 has two.
    ['MGA', 1200n, 12],
    ['KWD', 5120n, 5120],
  ])('counts %s as Stripe does', (currency, minor, stripe) => {
    expect(toStripeAmount(minor, currency)).toBe(stripe)
    expect(fromStripeAmount(stripe, currency)).toBe(minor)
  })

  it('refuses what Stripe has no number for, and says how to pay instead', () => {
    expect(() => toStripeAmount(5123n, 'KWD')).toThrow(
      'Stripe cannot charge this amount in KWD; pay it by bank transfer.',
    )
    expect(() => toStripeAmount(1234n, 'MGA')).toThrow('bank transfer')
    expect(() => toStripeAmount(1n, 'IQD')).toThrow('Stripe cannot charge IQD; pay by bank transfer.')
    expect(() => toStripeAmount(1n, 'DBU')).toThrow('bank transfer')
    expect(() => toStripeAmount(0n, 'USD')).toThrow('bank transfer')
    expect(() => toStripeAmount(-5n, 'USD')).toThrow('bank transfer')
  })

  it('gives back the same amount in every currency that it accepts', () => {
    const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'ISK', 'UGX', 'MGA', 'KWD', 'TND', 'KRW', 'HUF', 'TWD')
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), currency, (minor, code) => {
        let amount: number
        try {
          amount = toStripeAmount(minor, code)
        } catch {
          return
        }
        expect(fromStripeAmount(amount, code)).toBe(minor)
      }),
    )
  })
})
