/** The laws of the analysis (F3), on thousands of random weeks in odd zones. */

import { workCalendarSchema } from '@kept/domain/work-calendar.ts'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { efficiencyScore, utilization } from './efficiency.ts'
import { waste, wastedNano } from './environment-analysis.ts'
import { measure, nanoOf } from './measure.ts'
import { perDay, perHour, spanOfDays } from './quarters.ts'
import { teamCalendar } from './team-calendar.ts'
import { arbitraryStory, buildGrid, measured, oddZones, type Story } from './testing/arbitrary-behavior.ts'
import { naiveMeasure } from './testing/naive-measure.ts'

const runOptions = { numRuns: 1200 }
// A busy machine takes its time over thousands of weeks.
vi.setConfig({ testTimeout: 60_000 })

it('utilization lies in [0, 1], and the four exclusive parts sum to what ran and was not used', () => {
  fc.assert(
    fc.property(arbitraryStory(), (story) => {
      const result = measured(story)
      expect(utilization(result)).toBeGreaterThanOrEqual(0)
      expect(utilization(result)).toBeLessThanOrEqual(1)
      expect(result.waste.reduce((sum, part) => sum + part, 0)).toBe(result.running - result.used)
      expect(result.running).toBe(story.ran.reduce((sum, { quarters }) => sum + quarters, 0))
      const cost = story.ran.reduce((sum, hour) => sum + BigInt(hour.cost), 0n)
      expect(nanoOf(result.cost)).toBe(cost)
      expect(wastedNano(result)).toBeLessThanOrEqual(cost + 2n)
      const parts = Object.values(waste(result))
      expect(parts.reduce((sum, part) => sum + part.hours, 0)).toBe((result.running - result.used) / perHour)
    }),
    runOptions,
  )
})

it('agrees with a slow count that asks the zone for every quarter hour', () => {
  fc.assert(
    fc.property(arbitraryStory(4), (story) => {
      const { grid, calendar } = buildGrid(story)
      const { running, used, scheduled, scheduledUsed, idle, waste: parts } = measure(grid, calendar)
      expect({ running, used, scheduled, scheduledUsed, idle, waste: parts }).toEqual(naiveMeasure(story))
    }),
    { numRuns: 400 },
  )
})

it('more activity never lowers utilization or the score, and never adds waste of any kind', () => {
  const more = fc.record({
    at: fc.integer({ min: 0, max: 10 * perDay - 1 }),
    minutes: fc.integer({ min: 0, max: 600 }),
  })
  fc.assert(
    fc.property(arbitraryStory(), more, (story, work) => {
      const before = measured(story)
      const after = measured({ ...story, work: [...story.work, work] })
      expect(utilization(after)).toBeGreaterThanOrEqual(utilization(before))
      for (const kind of [0, 1, 2, 3] as const) expect(after.waste[kind]).toBeLessThanOrEqual(before.waste[kind])
      const [low, high] = [efficiencyScore(before, 0n), efficiencyScore(after, 0n)]
      expect(high === null).toBe(low === null)
      expect(high ?? 0).toBeGreaterThanOrEqual(low ?? 0)
    }),
    runOptions,
  )
})

it('shifting all data and the zone together changes nothing', () => {
  const offsets = fc.constantFrom('+00:00', '+05:30', '+05:45', '-03:30', '+10:30')
  fc.assert(
    fc.property(arbitraryStory(7), offsets, fc.integer({ min: -9, max: 3 }), (story, timeZone, hours) => {
      const localStory = { ...story, calendar: { ...story.calendar, time_zone: timeZone } }
      const shifted: Story = {
        ...localStory,
        calendar: { ...localStory.calendar, time_zone: shiftOffset(timeZone, -hours) },
        span: { from: localStory.span.from + hours * perHour, to: localStory.span.to + hours * perHour },
      }
      expect(measured(shifted)).toEqual(measured(localStory))
    }),
    runOptions,
  )
})

it('stopping what is outside the schedule cannot raise waste', () => {
  fc.assert(
    fc.property(
      arbitraryStory(),
      fc.integer({ min: 0, max: 167 }),
      fc.integer({ min: 1, max: 120 }),
      (story, from, length) => {
        const { grid, calendar } = buildGrid(story)
        const before = measure(grid, calendar)
        const running = grid.running.map((ran, quarter) => {
          const slot = Math.floor((calendar.weekSlot[quarter] ?? 0) / perHour)
          return (slot - from + 168) % 168 < length ? 0 : ran
        })
        const after = measure({ ...grid, running }, calendar)
        for (const kind of [0, 1, 2, 3] as const) expect(after.waste[kind]).toBeLessThanOrEqual(before.waste[kind])
      },
    ),
    runOptions,
  )
})

it('days of 23 and 25 hours, and of 23.5 and 24.5, lose and gain nothing', () => {
  const dayOf = (timeZone: string, date: string) => {
    const { from } = spanOfDays(date, date)
    const calendar = teamCalendar(workCalendarSchema.parse({ time_zone: timeZone }), {
      from: from - perDay,
      to: from + 2 * perDay,
    })
    const day = from / perDay
    const quarters = [...calendar.day].filter((value) => value === day).length
    const hours = new Set([...calendar.hour].filter((_, quarter) => calendar.day[quarter] === day)).size
    return { hours: quarters / perHour, cells: hours }
  }
  expect(dayOf('Europe/Berlin', '2026-03-29')).toEqual({ hours: 23, cells: 23 })
  expect(dayOf('Europe/Berlin', '2026-10-25')).toEqual({ hours: 25, cells: 25 })
  expect(dayOf('Australia/Lord_Howe', '2026-04-05')).toEqual({ hours: 24.5, cells: 25 })
  expect(dayOf('Australia/Lord_Howe', '2026-10-04')).toEqual({ hours: 23.5, cells: 24 })
  for (const timeZone of oddZones) {
    const calendar = teamCalendar(
      workCalendarSchema.parse({ time_zone: timeZone }),
      spanOfDays('2026-01-01', '2027-01-01'),
    )
    expect(calendar.hour.at(-1)).toBe(calendar.hours - 1)
    expect(Math.max(...calendar.weekSlot)).toBe(671)
  }
})

function shiftOffset(timeZone: string, hours: number): string {
  const minutes =
    Number(`${timeZone[0]}1`) * (Number(timeZone.slice(1, 3)) * 60 + Number(timeZone.slice(4))) + hours * 60
  const [fullHours, restMinutes] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(fullHours).padStart(2, '0')}:${String(restMinutes).padStart(2, '0')}`
}
