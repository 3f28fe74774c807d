import { expect, test } from 'vitest'
import { prepareSparkline } from './prepare.ts'

test('zero is the floor, the largest the ceiling', () => {
  expect(prepareSparkline([0, 5, 10], 100, 20).path).toBe('M0 20L50 10L100 0')
})

test('a missing figure lifts the pen, one alone is a dot', () => {
  const { path, dots, last } = prepareSparkline([4, null, 4, 4, null, null], 50, 10)
  expect(path).toBe('M0 0M20 0L30 0')
  expect(dots).toEqual([{ x: 0, y: 0 }])
  expect(last).toEqual({ x: 30, y: 0 })
})

test('nothing and flat nothing', () => {
  expect(prepareSparkline([], 50, 10)).toEqual({ path: '', dots: [], last: null })
  expect(prepareSparkline([null], 50, 10).last).toBeNull()
  expect(prepareSparkline([0, 0], 50, 10).path).toBe('M0 10L50 10')
})
