import { expect, it } from 'vitest'
import { positionOn, timelineOf } from './timeline.ts'

const incident = (first_day: string, last_day = first_day) => ({ first_day, last_day })

it('timelineOf covers the first to the last day of all incidents', () => {
  expect(
    timelineOf([incident('2026-11-10'), incident('2026-09-24', '2026-10-21'), incident('2026-11-13', '2026-11-21')]),
  ).toEqual({
    from: '2026-09-24',
    to: '2026-11-21',
  })
  expect(timelineOf([])).toBeUndefined()
})

it('timelineOf is at least 30 days long', () => {
  const timeline = timelineOf([incident('2026-11-10')])
  expect(timeline).toEqual({ from: '2026-10-12', to: '2026-11-10' })
  expect(timeline && positionOn(timeline, incident('2026-11-10'))).toEqual({ start: 29 / 30, length: 1 / 30 })
})

it('positionOn returns shares of the timeline', () => {
  const timeline = { from: '2026-11-01', to: '2026-11-30' }
  expect(positionOn(timeline, incident('2026-11-01', '2026-11-30'))).toEqual({ start: 0, length: 1 })
  expect(positionOn(timeline, incident('2026-11-16', '2026-11-18'))).toEqual({ start: 0.5, length: 0.1 })
})
