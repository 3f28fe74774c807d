import { describe, expect, it } from 'vitest'
import { calendar } from './calendar.ts'
import { activityAt, activityOfDay, type Shape } from './shape.ts'

// 1 June 2026 is a Monday; 40 days reach into the next month.
const days = calendar('2026-06-01', 40)
const activityAtHour = (shape: Shape, index: number, hour: number) => activityAt(shape, 7, days, index, hour)
const activityOn = (shape: Shape, index: number) => activityOfDay(shape, 7, days, index)

describe('the days', () => {
  it('have the right weekday and month', () => {
    expect(days[0]).toEqual({
      date: '2026-06-01',
      next: '2026-06-02',
      weekday: 1,
      dayOfMonth: 1,
      daysInMonth: 30,
      month: '2026-06-01',
      nextMonth: '2026-07-01',
    })
    expect(days[29]).toMatchObject({ next: '2026-07-01', month: '2026-06-01' })
  })
})

describe('shapes', () => {
  it('keep office hours from Monday to Friday', () => {
    const office: Shape = { is: 'office', from: 7, to: 19 }
    expect([
      activityAtHour(office, 0, 6),
      activityAtHour(office, 0, 7),
      activityAtHour(office, 0, 18),
      activityAtHour(office, 0, 19),
      activityAtHour(office, 5, 12),
    ]).toEqual([0, 1, 1, 0, 0])
    expect([activityOn(office, 0), activityOn(office, 6)]).toEqual([0.5, 0])
  })
  it('are quiet at night and grow by the week', () => {
    const traffic: Shape = { is: 'traffic', night: 0.2, weekend: 0.5, perWeek: 0.1 }
    expect(activityAtHour(traffic, 0, 3)).toBeLessThan(0.3)
    expect(activityAtHour(traffic, 0, 15)).toBeGreaterThan(0.9)
    expect(activityOn(traffic, 5) / activityOn(traffic, 4)).toBeCloseTo(0.5, 1)
    expect(activityOn(traffic, 28) / activityOn(traffic, 0)).toBeCloseTo(1.1 ** 4, 1)
  })
  it('step, spike and close the books on the given days', () => {
    const step: Shape = { is: 'step', times: 5, lastDays: 10 }
    expect([activityOn(step, 29) < 1.1, activityOn(step, 30) > 4.5]).toEqual([true, true])
    const spike: Shape = { is: 'spike', times: 9, daysBeforeEnd: 4 }
    expect(days.map((_, index) => activityOn(spike, index) > 4).indexOf(true)).toBe(36)
    const closing: Shape = { is: 'month_end', times: 2 }
    expect(days.flatMap((day, index) => (activityOn(closing, index) > 1.5 ? [day.date] : []))).toEqual([
      '2026-06-01',
      '2026-06-29',
      '2026-06-30',
      '2026-07-01',
    ])
  })
  it('never decrease for cumulative shapes', () => {
    const values = days.map((_, index) => activityOn({ is: 'stock', perDay: 0.01, since: 0 }, index))
    expect(values.every((value, i) => i === 0 || value > (values[i - 1] ?? 0))).toBe(true)
  })
})
