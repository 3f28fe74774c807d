import { day } from '@kept/domain/series.ts'
import { expect, it } from 'vitest'
import { knownBefore, knownDaysNeeded } from './backtest.ts'

const first = Date.UTC(2026, 6, 1)
const series = (values: readonly (number | null)[]) => values.map((value, row) => ({ at: first + row * day, value }))

it('knownBefore keeps the days before the forecast begins and none after', () => {
  const days = series(Array.from({ length: 60 }, (_, row) => row))
  expect(knownBefore(days, first + 40 * day)).toEqual(days.slice(0, 40))
  expect(knownBefore(days, first)).toEqual([])
})

it('knownDaysNeeded is the length of the forecast, and two weeks at least', () => {
  expect(knownDaysNeeded(7)).toBe(14)
  expect(knownDaysNeeded(30)).toBe(30)
})
