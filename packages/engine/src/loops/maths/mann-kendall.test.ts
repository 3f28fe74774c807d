import { describe, expect, it } from 'vitest'
import { linearFit, mannKendall, senSlope } from './mann-kendall.ts'

describe('mannKendall', () => {
  // S, its variance with ties and the factor of Hamed and Rao were calculated apart, with exact fractions.
  it.each([
    ['independent neighbors', [1, 3, 2, 5, 4, 7, 6, 8], 21 / Math.sqrt(392 / 6)],
    ['tied values', [2, 3, 3, 1, 5, 4, 7, 7, 7, 9], 32 / Math.sqrt(361 / 3)],
    [
      'neighbors that resemble each other',
      [0.1, 4.3, 5.2, 5.9, 6.3, 6.1, 5.4, 6.2, 9.3, 14.1, 19.4, 21.3, 22.2, 22.5, 22.1, 21.9],
      3.822884087575692,
    ],
  ])('gives z of %s, with the sign of the trend', (_, values, z) => {
    expect(mannKendall(values)).toBeCloseTo(z, 9)
    expect(mannKendall(values.map((value) => -value))).toBeCloseTo(-z, 9)
  })

  it('gives a straight rise the z of independent values, however its steps are rounded', () => {
    const z = (48 * 47) / 2 - 1
    const straight = Array.from({ length: 48 }, (_, index) => 100 + index * 0.1)
    expect(mannKendall(straight)).toBeCloseTo(z / Math.sqrt((48 * 47 * 101) / 18), 6)
  })

  it.each([
    ['seven values', [1, 3, 2, 5, 4, 7, 6]],
    ['no change', new Array<number>(9).fill(5)],
    ['as many rises as falls', [1, 2, 3, 4, 5, 4, 3, 2, 1]],
    ['nothing', []],
  ])('finds no trend in %s', (_, values) => {
    expect(mannKendall(values)).toBe(0)
  })
})

describe('senSlope', () => {
  it.each([
    ['an even number of pairs', [1, 3, 2, 5, 4, 7, 6, 8], 1],
    ['an odd number of pairs', [0, 1, 5], 2.5],
    ['two different middles', [0, 1, 1, 4], 7 / 6],
    ['two values', [7, 4], -3],
    ['one wild value', [0, 1, 2, 900, 4, 5, 6], 1],
    ['one value', [7], 0],
    ['nothing', [], 0],
  ])('is the median of the pairwise slopes of %s', (_, values, slope) => {
    expect(senSlope(values)).toBeCloseTo(slope, 9)
  })
})

describe('linearFit', () => {
  it('fits by least squares and tells the share of the spread explained', () => {
    const fit = linearFit([1, 2, 4, 5], [3, 4, 9, 8])
    expect(fit.slope).toBeCloseTo(1.5, 9)
    expect(fit.intercept).toBeCloseTo(1.5, 9)
    expect(fit.r2).toBeCloseTo(22.5 / 26, 9)
  })
  it('has no slope where either side never changes', () => {
    expect(linearFit([2, 2, 2], [1, 2, 6])).toEqual({ slope: 0, intercept: 3, r2: 0 })
    expect(linearFit([1, 2, 3], [4, 4, 4])).toEqual({ slope: 0, intercept: 4, r2: 0 })
  })
})
