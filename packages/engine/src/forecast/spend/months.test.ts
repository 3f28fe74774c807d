import { day } from '@kept/domain/series.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayAt, lastDayOf, monthPosition, monthStart } from './months.ts'

const days = fc.integer({ min: 0, max: 60_000 }).map((number) => number * day)
const calendarDay = (timestamp: number) => Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO('UTC')

it('finds the months of the calendar, before and after', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -30, max: 30 }), (timestamp, months) => {
      const expected = calendarDay(timestamp).with({ day: 1 }).add({ months })
      expect(monthStart(timestamp, months)).toBe(expected.epochMilliseconds)
      expect(lastDayOf(timestamp)).toBe(calendarDay(timestamp).with({ day: 31 }).epochMilliseconds)
    }),
  )
})

it('finds the same place in another month, the 31st on the last day of a shorter one', () => {
  fc.assert(
    fc.property(days, days, (timestamp, other) => {
      const { day: dayOfMonth, daysInMonth } = calendarDay(timestamp)
      const expectedDay = dayOfMonth === daysInMonth ? 31 : dayOfMonth
      expect(dayAt(other, monthPosition(timestamp))).toBe(
        calendarDay(other).with({ day: expectedDay }).epochMilliseconds,
      )
    }),
  )
})
