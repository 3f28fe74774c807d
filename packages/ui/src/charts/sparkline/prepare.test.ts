import { expect, test } from 'vitest'
import { prepareSparkline } from './prepare.ts'

test('prepareSparkline scales from zero to the largest value', () => {
  expect(prepareSparkline([0, 5, 10], 100, 20).path).toBe('M0 20L50 10L100 0')
})

test('prepareSparkline interrupts the line at a missing figure and draws single figures as dots', () => {
  const { path, dots, last } = prepareSparkline([4, null, 4, 4, null, null], 50, 10)
  expect(path).toBe('M0 0M20 0L30 0')
  expect(dots).toEqual([{ x: 0, y: 0 }])
  expect(last).toEqual({ x: 30, y: 0 })
})

test('prepareSparkline handles missing and zero values', () => {
  expect(prepareSparkline([], 50, 10)).toEqual({ path: '', dots: [], last: null })
  expect(prepareSparkline([null], 50, 10).last).toBeNull()
  expect(prepareSparkline([0, 0], 50, 10).path).toBe('M0 10L50 10')
})
