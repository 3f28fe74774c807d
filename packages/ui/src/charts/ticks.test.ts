import fc from 'fast-check'
import { expect, test } from 'vitest'
import { niceTicks } from './ticks.ts'

test('niceTicks returns round steps that include zero', () => {
  expect(niceTicks(0, 97)).toEqual([0, 20, 40, 60, 80, 100])
  expect(niceTicks(0, 0.023)).toEqual([0, 0.005, 0.01, 0.015, 0.02, 0.025])
  expect(niceTicks(-30, 70)).toEqual([-40, -20, 0, 20, 40, 60, 80])
  expect(niceTicks(0, 0)).toEqual([0])
})

test('niceTicks includes zero and covers the data with at most eight ticks', () => {
  const amount = fc.double({ min: -1e9, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a]
      const ticks = niceTicks(low, high)
      const slack = (Math.abs(low) + Math.abs(high)) * 1e-6 + 1e-15
      expect(ticks).toContain(0)
      expect(ticks.length).toBeLessThanOrEqual(8)
      expect(ticks[0]!).toBeLessThanOrEqual(Math.min(0, low) + slack)
      expect(ticks.at(-1)!).toBeGreaterThanOrEqual(Math.max(0, high) - slack)
    }),
  )
})
