import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMoney, formatMoneyExact, formatMoneyShort, formatQuantity } from './money.ts'

describe('formatMoney', () => {
  test('uses the format of the currency', () => {
    expect(formatMoney('4064.483132')).toBe('$4,064.48')
    expect(formatMoney('-12.5')).toBe('-$12.50')
    expect(formatMoney('1234567.891', 'EUR')).toBe('€1,234,567.89')
    expect(formatMoney('1234567', 'JPY')).toBe('¥1,234,567')
    expect(formatMoney('99.5', 'NOK')).toBe('NOK\u00a099.50')
    expect(formatMoney('1234.5', 'credits')).toBe('1,234.50 credits')
    expect(formatMoney('12.34', 'USD', { signed: true })).toBe('+$12.34')
  })

  test('keeps digits that a float would lose', () => {
    expect(formatMoney('90071992547409931234.57')).toBe('$90,071,992,547,409,931,234.57')
    expect(formatMoneyExact('0.0000000729')).toBe('$0.0000000729')
    expect(formatMoneyExact('7.29e-8')).toBe('$0.0000000729')
  })

  test('shows a small amount as less than one cent', () => {
    expect(formatMoney('0.0000000729')).toBe('<$0.01')
    expect(formatMoney('-0.001')).toBe('>-$0.01')
    expect(formatMoney('0')).toBe('$0.00')
    expect(formatMoney('0.0004', 'USD', { places: 3 })).toBe('<$0.001')
  })

  test('rounds half to even, like the ledger', () => {
    expect(formatMoney('1.005')).toBe('$1.00')
    expect(formatMoney('1.015')).toBe('$1.02')
  })

  test('formats short amounts and quantities', () => {
    expect(formatMoneyShort('12345')).toBe('$12.3K')
    expect(formatMoneyShort(0.5)).toBe('$0.50')
    expect(formatMoneyShort('38.7')).toBe('$38.70')
    expect(formatMoneyShort(150)).toBe('$150')
    expect(formatQuantity('1234.56789')).toBe('1,234.5679')
  })

  test('keeps every cent of any amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (cents) => {
        const sign = cents < 0n ? '-' : ''
        const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
        const amount = `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
        expect(formatMoney(amount).replace(/[$,]/g, '')).toBe(cents === 0n ? '0.00' : amount)
      }),
    )
  })
})
