import { expect, it } from 'vitest'
import { fromHour, hoursOfMonth, localClock, monthOfHour, toHour } from './hour.ts'

it('hours count the UTC clock and keep the local clock apart', () => {
  const hour = toHour('2026-09-01T13:00:00Z')
  expect(fromHour(hour)).toBe('2026-09-01T13:00:00Z')
  expect(monthOfHour(hour)).toBe('2026-09')
  const { from, to } = hoursOfMonth('2026-02')
  expect([fromHour(from), to - from]).toEqual(['2026-02-01T00:00:00Z', 28 * 24])
  expect(localClock('Europe/Berlin')(hour)).toEqual({ hourOfWeek: 24 + 15, hourOfDay: 15, dayOfWeek: 1 })
})
