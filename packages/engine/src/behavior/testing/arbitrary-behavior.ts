/** Random weeks of an environment, for laws: any zone, any week and hours of work, any running and any work. */
import type { RunningHour } from '@kept/domain/environment.ts'
import type { UsageEvent } from '@kept/domain/usage-event.ts'
import { weekdays } from '@kept/domain/weekday.ts'
import { type WorkCalendar, workCalendarSchema } from '@kept/domain/work-calendar.ts'
import { fromDayNumber } from '@kept/foundation/calendar/day.ts'
import fc from 'fast-check'
import { collectEvents, type EnvironmentActivity, emptyActivity } from '../collect-events.ts'
import { collectRunning, neverRan } from '../collect-running.ts'
import { gridOf } from '../environment-analysis.ts'
import { type EnvironmentGrid, measure } from '../measure.ts'
import { perDay, type QuarterSpan, quarterMs, spanOfDays, toInstant } from '../quarters.ts'
import { type TeamCalendar, teamCalendar } from '../team-calendar.ts'

/** Half hours, three quarters, clock changes of an hour and of half an hour, both halves of the year, none at all. */
export const oddZones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Africa/Casablanca',
] as const

/** Weeks with and without a clock change. */
const starts = [
  '2026-03-05',
  '2026-03-26',
  '2026-04-02',
  '2026-07-01',
  '2026-10-01',
  '2026-10-22',
  '2026-12-20',
] as const

interface Work {
  /** Quarters from the span's beginning, and minutes it lasted. */
  at: number
  minutes: number
}

export interface Story {
  span: QuarterSpan
  calendar: WorkCalendar
  /** Hours of the span it ran, with the quarters of the hour; and the nano-cost of each. */
  ran: { hour: number; quarters: number; cost: number }[]
  work: Work[]
}

export function arbitraryStory(days = 10): fc.Arbitrary<Story> {
  return fc
    .record({
      start: fc.constantFrom(...starts),
      timeZone: fc.constantFrom(...oddZones),
      calendar: arbitraryWeek(),
      pattern: fc.integer({ min: 0, max: 3 }),
    })
    .chain(({ start, timeZone, calendar, pattern }) => {
      const span = spanFrom(start, days)
      return fc.record({
        span: fc.constant(span),
        calendar: holidaysIn(span).map((holidays) =>
          workCalendarSchema.parse({ ...calendar, time_zone: timeZone, holidays }),
        ),
        ran: arbitraryRunning(days * 24, pattern),
        work: fc.array(
          fc.record({ at: fc.integer({ min: 0, max: days * perDay - 1 }), minutes: fc.integer({ min: 0, max: 600 }) }),
          { maxLength: 25 },
        ),
      })
    })
}

function spanFrom(start: string, days: number): QuarterSpan {
  const { from } = spanOfDays(start, start)
  return { from, to: from + days * perDay }
}

function arbitraryWeek() {
  return fc.record({
    weekend_days: fc.oneof(
      fc.constantFrom(['saturday', 'sunday'], ['friday', 'saturday'], ['sunday'], []),
      fc.subarray([...weekdays]),
    ),
    work_hours: fc.constantFrom(
      { start: '09:00', end: '18:00' },
      { start: '07:30', end: '15:45' },
      { start: '22:00', end: '06:00' },
      { start: '00:00', end: '24:00' },
    ),
  })
}

function holidaysIn({ from, to }: QuarterSpan): fc.Arbitrary<string[]> {
  const days = Array.from({ length: (to - from) / perDay }, (_, index) => fromDayNumber(from / perDay + index))
  return fc.subarray(days, { maxLength: 3 })
}

/** Always on, one stretch, or hours at random: bills show all three. */
function arbitraryRunning(hours: number, pattern: number): fc.Arbitrary<Story['ran']> {
  const cost = fc.integer({ min: 0, max: 3_000_000_001 })
  if (pattern === 0)
    return cost.map((amount) => Array.from({ length: hours }, (_, hour) => ({ hour, quarters: 4, cost: amount })))
  return fc
    .uniqueArray(fc.integer({ min: 0, max: hours - 1 }), { maxLength: 60 })
    .chain((chosen) =>
      fc.tuple(
        ...chosen
          .sort((a, b) => a - b)
          .map((hour) => fc.record({ hour: fc.constant(hour), quarters: fc.integer({ min: 1, max: 4 }), cost })),
      ),
    )
}

function runningHours({ span, ran }: Pick<Story, 'span' | 'ran'>): RunningHour[] {
  return ran.map(({ hour, quarters, cost }) => {
    const start = (span.from + hour * 4) * quarterMs
    return {
      environment_id: 'dev',
      start,
      end: start + 4 * quarterMs,
      hours: quarters / 4,
      cost: `${cost}e-9`,
      currency: 'USD',
    }
  })
}

export function usageEvents({ span, work }: Pick<Story, 'span' | 'work'>): UsageEvent[] {
  return work.map(({ at: quarter, minutes }, index) => ({
    event_id: `event-${index}`,
    user_id: `person-${index % 3}`,
    user_name: null,
    user_email: null,
    environment_id: 'dev',
    environment_name: 'dev',
    project: 'project',
    team: 'team',
    activity_type: 'ide_session',
    timestamp: toInstant(span.from + quarter),
    duration: minutes * 60,
    resource_usage: { cpu: null, memory: null, network: null },
    location: '',
    time_zone: '',
  }))
}

export function buildGrid(story: Story): {
  grid: EnvironmentGrid
  calendar: TeamCalendar
  activity: EnvironmentActivity
} {
  const calendar = teamCalendar(story.calendar, story.span)
  const events = collectEvents(story.span)
  for (const event of usageEvents(story)) events.add(event)
  const running = collectRunning(story.span)
  for (const hour of runningHours(story)) running.add(hour)
  const activity = events.environments.get('dev') ?? emptyActivity('dev', story.span.to - story.span.from)
  const ran = running.environments.get('dev') ?? neverRan('dev', (story.span.to - story.span.from) / 4, 'USD')
  return { calendar, activity, grid: gridOf(activity, ran, calendar) }
}

export function measured(story: Story) {
  const { grid, calendar } = buildGrid(story)
  return measure(grid, calendar)
}
