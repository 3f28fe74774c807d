import { grains } from '@kept/domain/cube.ts'
import { addDays, daysBetween } from '@kept/foundation/calendar/day.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grainFor, periodsOf, startOf } from './periods.ts'

test('periodsOf returns every period of the window, end exclusive', () => {
  expect(periodsOf('2018-10-30', '2018-11-02', 'day')).toEqual(['2018-10-30', '2018-10-31', '2018-11-01'])
  expect(periodsOf('2018-10-31', '2018-11-06', 'week')).toEqual(['2018-10-29', '2018-11-05'])
  expect(periodsOf('2018-12-31', '2019-02-01', 'month')).toEqual(['2018-12-01', '2019-01-01'])
  expect(grainFor('2018-10-01', '2018-11-01')).toBe('day')
  expect(grainFor('2018-01-01', '2019-01-01')).toBe('week')
})

test('periodsOf has exactly one period for every day', () => {
  const day = fc.integer({ min: 10_000, max: 20_000 }).map((n) => addDays('1970-01-01', n))
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 300 }), fc.constantFrom(...grains), (from, length, grain) => {
      const to = addDays(from, length)
      const periods = periodsOf(from, to, grain)
      expect(new Set(periods).size).toBe(periods.length)
      const days = Array.from({ length: daysBetween(from, to) }, (_, i) => addDays(from, i))
      expect(days.every((day) => periods.includes(startOf(day, grain)))).toBe(true)
    }),
  )
})
