import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, eachDay, fromDayNumber, toDayNumber, weekdayOf } from './day.ts'
import { utcDay, utcMonth } from './instant.ts'
import { addMonths, calendarMonthsIn, monthsBetween, startOfMonth } from './month.ts'

const first = Temporal.PlainDate.from('1970-01-01')
const anyDay = fc.integer({ min: -20_000, max: 60_000 })

describe('calendar law: agrees with Temporal over leap years and centuries', () => {
  it('counts days', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -20_000, max: 20_000 }), (start, days) => {
        const day = first.add({ days: start })
        const other = day.add({ days })
        expect(addDays(day.toString(), days)).toBe(other.toString())
        expect(daysBetween(day.toString(), other.toString())).toBe(days)
        expect(toDayNumber(day.toString())).toBe(start)
        expect(fromDayNumber(start)).toBe(day.toString())
        expect(weekdayOf(day.toString())).toBe(day.dayOfWeek - 1)
      }),
      { numRuns: 2_000 },
    )
  })

  it('counts months', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -500, max: 500 }), (start, months) => {
        const day = first.add({ days: start })
        const month = day.toPlainYearMonth()
        const other = month.add({ months })
        expect(addMonths(day.toString(), months)).toBe(other.toString())
        expect(startOfMonth(month.toString(), months)).toBe(other.toPlainDate({ day: 1 }).toString())
        expect(monthsBetween(day.toString(), `${other}-15`)).toBe(months)
      }),
    )
  })

  it('finds the UTC day of an instant', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(-1e12), max: new Date(4e12), noInvalidDate: true }), (date) => {
        expect(utcDay(date)).toBe(date.toISOString().slice(0, 10))
        expect(utcDay(date.getTime())).toBe(utcDay(date))
        expect(utcMonth(date)).toBe(date.toISOString().slice(0, 7))
      }),
    )
  })
})

it('eachDay and calendarMonthsIn count the days and months of a span', () => {
  expect(eachDay('2024-02-28', '2024-03-02')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
  expect(eachDay('2024-03-02', '2024-03-02')).toEqual([])
  expect(calendarMonthsIn({ from: '2026-06-01', to: '2026-07-01' })).toBe(1)
  expect(calendarMonthsIn({ from: '2026-12-17', to: '2027-02-01' })).toBeCloseTo(1 + 15 / 31, 12)
})
