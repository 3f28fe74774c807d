import { weekdays } from '@kept/domain/weekday.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { offMaskOf } from './off-mask.ts'
import { dayWindows, weekPlan, weekSchedule } from './week-plan.ts'

it('leaves the hour of the lead and that of the tail on', () => {
  const schedule = weekSchedule([[{ from: 9, to: 17 }]], 'Europe/Berlin')
  const mask = offMaskOf(schedule)
  expect(mask?.time_zone).toBe('Europe/Berlin')
  // Monday from 8:45 to 17:30 is on: the hours that begin at 8 and at 17 as well.
  const onHours = Array.from({ length: 168 }, (_, hour) => hour).filter((hour) => !mask?.hours_of_week.includes(hour))
  expect(onHours).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
})

it('is nothing where it is always on', () => {
  expect(
    offMaskOf(
      weekSchedule(
        weekdays.map(() => [{ from: 0, to: 24 }]),
        'UTC',
      ),
    ),
  ).toBeNull()
})

it('an hour is off exactly when no quarter of it is on, over midnight and the end of the week too', () => {
  const day = fc
    .tuple(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 0, max: 24 }))
    .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
  fc.assert(
    fc.property(fc.array(day, { minLength: 7, maxLength: 7 }), (days) => {
      const windows = days.map((window) => (window.to > window.from ? [window] : []))
      const schedule = { ...weekSchedule(windows, 'UTC'), windows: dayWindows(windows) }
      const plan = weekPlan(schedule)
      const offHours = new Set(offMaskOf(schedule)?.hours_of_week ?? [])
      for (let slot = 0; slot < plan.length; slot += 1) {
        if (offHours.has(Math.floor(slot / 4))) expect(plan[slot]).toBe(0)
      }
      for (let hour = 0; hour < 168; hour += 1) {
        if (!offHours.has(hour)) expect(Math.max(...plan.subarray(hour * 4, hour * 4 + 4))).toBe(1)
      }
    }),
    { numRuns: 300 },
  )
})
