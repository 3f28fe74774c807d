import { addDays } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pressDay, stepFrom, weeksOf } from './calendar.ts'

test('weeksOf returns the five weeks of October 2018', () => {
  const weeks = weeksOf('2018-10-17')
  expect(weeks).toHaveLength(5)
  expect(weeks[0]?.[0]).toEqual({ day: '2018-10-01', inMonth: true })
  expect(weeks[4]?.[6]).toEqual({ day: '2018-11-04', inMonth: false })
})

test('stepFrom moves by day, week, and month', () => {
  expect(stepFrom('2018-10-31', 'ArrowRight')).toBe('2018-11-01')
  expect(stepFrom('2018-10-17', 'Home')).toBe('2018-10-15')
  expect(stepFrom('2018-10-17', 'End')).toBe('2018-10-21')
  expect(stepFrom('2018-01-31', 'PageDown')).toBe('2018-02-28')
  expect(stepFrom('2018-03-31', 'PageUp')).toBe('2018-02-28')
  expect(stepFrom('2018-03-31', 'x')).toBeNull()
})

test('pressDay builds a range from two clicks in any order', () => {
  const first = pressDay(null, '2018-10-09')
  expect(first).toEqual({ started: '2018-10-09', range: ['2018-10-09', '2018-10-09'] })
  expect(pressDay(first.started, '2018-10-02').range).toEqual(['2018-10-02', '2018-10-09'])
})

describe('weeksOf', () => {
  const anyDay = fc.integer({ min: 0, max: 40_000 }).map((n) => utcDay(new Date(n * 86_400_000)))
  test('returns complete, consecutive weeks that contain the day', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const days = weeksOf(day).flat()
        expect(days.length % 7).toBe(0)
        expect(days.every((cell, i) => i === 0 || cell.day === addDays(days[i - 1]!.day, 1))).toBe(true)
        expect(days.some((cell) => cell.day === day && cell.inMonth)).toBe(true)
      }),
    )
  })
})
