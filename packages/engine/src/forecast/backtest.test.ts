import { day, type SeriesPoint } from '@kept/domain/series.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forecastMadeThen, knownDaysNeeded } from './backtest.ts'

const first = Date.UTC(2026, 6, 1)
const series = (values: readonly (number | null)[]): SeriesPoint[] =>
  values.map((value, row) => ({ at: first + row * day, value }))
const week = (row: number) => [50, 55, 59, 54, 52, 30, 25][row % 7] ?? 0
const weeks = (days: number) => Array.from({ length: days }, (_, row) => week(row))
const timeAt = (row: number) => first + row * day

it('finds a rhythm again, beginning on the very day', () => {
  const forecast = forecastMadeThen(series(weeks(91)), { from: timeAt(61), days: 30 })
  expect(forecast?.times[0]).toBe(timeAt(61))
  expect(forecast?.times).toHaveLength(30)
  for (const [row, value] of forecast!.point.entries()) expect(Math.abs(value - week(61 + row))).toBeLessThan(3)
})

it('knows nothing of the days it foretells', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 10, maxLength: 30 }), (future) => {
      const before = weeks(60)
      const order = { from: timeAt(60), days: 10 }
      expect(forecastMadeThen(series([...before, ...future]), order)).toEqual(forecastMadeThen(series(before), order))
    }),
    { numRuns: 20 },
  )
})

it('says nothing where too little was known', () => {
  expect(knownDaysNeeded(7)).toBe(14)
  expect(knownDaysNeeded(30)).toBe(30)
  expect(forecastMadeThen(series(weeks(29)), { from: timeAt(29), days: 30 })).toBeNull()
  expect(forecastMadeThen(series(weeks(30)), { from: timeAt(30), days: 30 })).not.toBeNull()
  expect(forecastMadeThen(series(weeks(60)), { from: timeAt(0), days: 30 })).toBeNull()
  expect(forecastMadeThen([], { from: timeAt(0), days: 30 })).toBeNull()
})

it('looks across missing days, and asks for more where they are many', () => {
  const gap = [...weeks(56), null, null, null, ...weeks(7)]
  const forecast = forecastMadeThen(series(gap), { from: timeAt(59), days: 7 })
  expect(forecast?.times[0]).toBe(timeAt(59))
  expect(Math.abs((forecast?.point[0] ?? 0) - week(59))).toBeLessThan(3)
  expect(forecastMadeThen(series(weeks(20)), { from: timeAt(40), days: 7 })).toBeNull()
})

it('takes a bill of months for none of days', () => {
  const months = Array.from({ length: 40 }, (_, month) => ({ at: Date.UTC(2023, month, 1), value: 100 }))
  expect(forecastMadeThen(months, { from: Date.UTC(2026, 4, 1), days: 31 })).toBeNull()
})
