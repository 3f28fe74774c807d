import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { median, quantile } from './quantile.ts'
import { robustSpread } from './spread.ts'
import { theilSen } from './theil-sen.ts'

const number = fc.double({ min: -1e6, max: 1e6, noNaN: true })

describe('quantile', () => {
  it('interpolates between neighbors and says NaN for nothing', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5)
    expect(quantile([1, 2, 3, 4, 5], 0.25)).toBe(2)
    expect(median([])).toBeNaN()
  })
  it('stays between the smallest and the largest, and grows with its share', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1 }), fc.double({ min: 0, max: 1, noNaN: true }), (numbers, share) => {
        const value = quantile(numbers, share)
        expect(value).toBeGreaterThanOrEqual(Math.min(...numbers))
        expect(value).toBeLessThanOrEqual(Math.max(...numbers))
        expect(quantile(numbers, 1)).toBeGreaterThanOrEqual(value)
      }),
    )
  })
})

describe('quantile of any list', () => {
  const any = fc.oneof(fc.double(), fc.constantFrom(0, -0, 5, Number.NaN, Number.POSITIVE_INFINITY))
  it('is that of the list in order', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 200 }), fc.constantFrom(0, 0.1, 0.5, 0.9, 1), (numbers, share) => {
        const sorted = Float64Array.from(numbers).sort()
        const position = (sorted.length - 1) * share
        const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
        expect(quantile(numbers, share)).toBe(low + (high - low) * (position - Math.floor(position)))
      }),
    )
  })
})

describe('robustSpread', () => {
  it('is not moved by one wild value', () => {
    const quiet = [10, 11, 9, 10, 12, 8, 10]
    expect(robustSpread([...quiet, 10_000])).toBeLessThan(3)
  })
})

describe('theilSen', () => {
  it('finds the line below outliers', () => {
    const values = Array.from({ length: 30 }, (_, i) => 5 + 2 * i)
    values[7] = 900
    values[21] = -400
    const line = theilSen(values)
    expect(line.slope).toBeCloseTo(2, 9)
    expect(line.intercept).toBeCloseTo(5, 9)
  })
  it('moves with its values: scaled values give a scaled slope', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 30 }), (values) => {
        expect(theilSen(values.map((value) => value * 3)).slope).toBeCloseTo(theilSen(values).slope * 3, 6)
      }),
    )
  })
})
