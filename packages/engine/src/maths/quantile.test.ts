import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { median, quantile, quantiles } from './quantile.ts'

/** By sorting: what the faster way must give to the last bit. */
function bySorting(numbers: readonly number[], share: number): number {
  const sorted = new Float64Array(numbers).sort()
  const position = (sorted.length - 1) * share
  const low = sorted[Math.floor(position)] ?? Number.NaN
  const high = sorted[Math.ceil(position)] ?? Number.NaN
  return low + (high - low) * (position - Math.floor(position))
}

const anyNumbers = fc.array(fc.oneof(fc.double({ min: -1e6, max: 1e6 }), fc.integer({ min: -3, max: 3 })), {
  maxLength: 200,
})
const risingShares = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 })
  .map((shares) => shares.toSorted((a, b) => a - b))

it('gives what sorting gives, for one share and for several', () => {
  fc.assert(
    fc.property(anyNumbers, risingShares, (numbers, shares) => {
      const expected = shares.map((share) => bySorting(numbers, share))
      expect(quantiles(numbers, shares)).toEqual(expected)
      expect(shares.map((share) => quantile(numbers, share))).toEqual(expected)
    }),
  )
})

it('changes nothing, and is no number where there are none', () => {
  const numbers = [3, 1, 2]
  expect(median(numbers)).toBe(2)
  expect(numbers).toEqual([3, 1, 2])
  expect(quantiles([], [0.5, 0.95])).toEqual([Number.NaN, Number.NaN])
})
