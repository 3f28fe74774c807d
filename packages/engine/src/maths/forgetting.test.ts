import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { autocorrelation } from './autocorrelation.ts'
import { deviation, remember, rememberClipped, startForgetting } from './forgetting.ts'

const values = fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), { minLength: 1, maxLength: 60 })

describe('forgetting', () => {
  it('is the plain mean and variance while nothing is forgotten', () => {
    fc.assert(
      fc.property(values, (numbers) => {
        const state = startForgetting()
        for (const number of numbers) remember(state, number, 0)
        const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length
        const variance = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / numbers.length
        expect(state.mean).toBeCloseTo(mean, 6)
        expect(state.variance).toBeCloseTo(variance, 4)
      }),
    )
  })

  it('takes an outlier in only as far as it is clipped', () => {
    const state = startForgetting()
    for (let i = 0; i < 100; i += 1) remember(state, i % 2, 0)
    rememberClipped(state, 1e6, 0.01, 3, 0)
    expect(state.mean).toBeLessThan(0.6)
    expect(Math.abs(deviation(state, 1e6, 0))).toBe(1000)
    expect(deviation(state, state.mean, 0)).toBe(0)
  })

  it('correlates a series with itself as the definition says', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 5, maxLength: 30 }), (numbers) => {
        fc.pre(new Set(numbers).size > 1)
        const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length
        const covariance = (lag: number) =>
          numbers.slice(lag).reduce((sum, number, i) => sum + (number - mean) * ((numbers[i] ?? 0) - mean), 0)
        for (const [lag, value] of autocorrelation(numbers, 4).entries()) {
          expect(value).toBeCloseTo(covariance(lag) / covariance(0), 9)
        }
      }),
    )
  })
})
