import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dollars, estimate, spendRange, toStep } from './arithmetic.ts'

const formatEstimate = (spend: number) => Object.values(estimate(spend)).map(dollars).join(' ')

test('estimate returns the figures of the specification', () => {
  expect(formatEstimate(10_000)).toBe('$10,000 $3,500 $875 $2,625 $31,500')
  expect(formatEstimate(1000)).toBe('$1,000 $350 $87.50 $262.50 $3,150')
  expect(formatEstimate(500_000)).toBe('$500,000 $175,000 $43,750 $131,250 $1,575,000')
  // The example of section 9: an average client saves 42,000, pays 10,500 and keeps 31,500.
  expect(formatEstimate(120_000)).toContain('$42,000 $10,500 $31,500')
})

test('toStep rounds a typed value to a step of the slider', () => {
  expect([0, -5, 1499, 1500, 750_000, Number.NaN, Number.POSITIVE_INFINITY].map(toStep)).toEqual([
    1000, 1000, 1000, 2000, 500_000, 10_000, 10_000,
  ])
})

test('estimate is exact, and the fee is a quarter of the savings', () => {
  const spends = fc.integer({ min: 1, max: 500 }).map((thousands) => thousands * spendRange.step)
  fc.assert(
    fc.property(spends, (spend) => {
      const { savings, fee, net, yearly } = estimate(spend)
      expect(savings * 100n).toBe(BigInt(spend) * 100n * 35n)
      expect(fee * 4n).toBe(savings)
      expect(fee + net).toBe(savings)
      expect(yearly).toBe(net * 12n)
    }),
  )
})
