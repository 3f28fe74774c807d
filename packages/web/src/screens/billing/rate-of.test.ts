import { expect, test } from 'vitest'
import { rateOf } from './rate-of.ts'

test('a flat rate is said without decimals', () => {
  expect(rateOf({ saved: '8473.92', fee_exact: '2118.48' })).toBe('25%')
  expect(rateOf({ saved: '-37.28', fee_exact: '-9.32' })).toBe('25%')
})

test('tiers give an average rate, to two decimals', () => {
  expect(rateOf({ saved: '3', fee_exact: '0.64' })).toBe('21.33%')
})

test('a line without savings has no rate', () => {
  expect(rateOf({ saved: '0.00', fee_exact: '0' })).toBe('')
})
