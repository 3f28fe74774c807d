import { workCalendarSchema } from '@kept/domain/work-calendar.ts'
import { expect, it } from 'vitest'
import { heatMap } from './heat-map.ts'
import { perDay, spanOfDays } from './quarters.ts'
import { teamCalendar } from './team-calendar.ts'

/** Two weeks from a Monday. */
const span = spanOfDays('2026-09-07', '2026-09-21')
const length = span.to - span.from
const marked = (from: number, to: number) =>
  Uint8Array.from({ length }, (_, quarter) => (quarter >= from && quarter < to ? 1 : 0))

it('stands in local time: Kathmandu is 23 quarters ahead of UTC', () => {
  const calendar = teamCalendar(workCalendarSchema.parse({ time_zone: 'Asia/Kathmandu' }), span)
  // From 06:15 UTC on the first Monday, noon in Kathmandu, for an hour; used for half of it.
  const [running, used] = [marked(25, 29), marked(25, 27)]
  const map = heatMap([{ running, used, active: used, cost: new BigInt64Array(length / 4) }], calendar, span)
  expect(map.running[12]).toBe(0.5)
  expect(map.active[12]).toBe(0.25)
  expect(map.running.filter((share) => share !== 0)).toEqual([0.5])
})

it('knows hours that never came by from hours in which nothing ran', () => {
  const calendar = teamCalendar(workCalendarSchema.parse({}), span)
  const empty = new Uint8Array(length)
  const map = heatMap([{ running: empty, used: empty, active: empty, cost: new BigInt64Array(length / 4) }], calendar, {
    from: span.from,
    to: span.from + perDay,
  })
  expect(map.running.slice(0, 24)).toEqual(new Array(24).fill(0))
  expect(map.running.slice(24)).toEqual(new Array(144).fill(null))
})
