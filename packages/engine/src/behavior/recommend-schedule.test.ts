import { environmentFactsSchema } from '@kept/domain/environment.ts'
import { workCalendarSchema } from '@kept/domain/work-calendar.ts'
import { expect, it } from 'vitest'
import { replay } from './backtest.ts'
import { newBits, setBits } from './bits.ts'
import { emptyActivity } from './collect-events.ts'
import { neverRan } from './collect-running.ts'
import { evaluateEnvironment } from './environment-analysis.ts'
import { perDay, perHour, quarterMs, spanOfDays, toInstant } from './quarters.ts'
import { recommendSchedule, shortForm } from './recommend-schedule.ts'
import { stateChanges } from './schedule-state.ts'
import { type TeamCalendar, teamCalendar } from './team-calendar.ts'
import { weekPlan, weekSchedule } from './week-plan.ts'

const span = spanOfDays('2026-07-06', '2026-08-31')
const calendar = teamCalendar(workCalendarSchema.parse({ time_zone: 'Asia/Kathmandu' }), span)

/** Always on at a cent an hour, used when `works` says so of a local weekday and hour. */
function past(works: (weekday: number, hour: number, week: number) => boolean, usedCalendar: TeamCalendar = calendar) {
  const length = span.to - span.from
  const used = Uint8Array.from({ length }, (_, quarter) => {
    const hour = Math.floor((usedCalendar.weekSlot[quarter] ?? 0) / perHour)
    const week = Math.floor(quarter / (7 * perDay))
    return works(Math.floor(hour / 24), hour % 24, week) ? 1 : 0
  })
  const grid = {
    running: new Uint8Array(length).fill(1),
    used,
    active: used,
    cost: new BigInt64Array(length / perHour).fill(10_000_000n),
  }
  return { grid, calendar: usedCalendar, byUser: new Map(), currency: 'USD', over: span }
}

const office = (weekday: number, hour: number) => weekday < 5 && hour >= 9 && hour < 17

it('an office week gets office hours in its own time zone, with no interruption', () => {
  const { recommendation } = recommendSchedule('dev', past(office))
  expect(recommendation).toMatchObject({
    weekly_hours: 40,
    coverage: 1,
    held_out_coverage: 1,
    target_coverage: 0.95,
    weeks: 8,
  })
  expect(recommendation && shortForm(recommendation)).toEqual({
    start_time: '09:00',
    end_time: '17:00',
    days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
    time_zone: 'Asia/Kathmandu',
  })
  // 128 hours a week off, less the quarter before and the half hour after each of five days.
  expect(recommendation?.backtest).toMatchObject({
    interruption_count: 0,
    saved_hours: 8 * (128 - 5 * 0.75),
    saved_cost: '9.940000000',
  })
})

it('never cuts an hour that half of the weeks used, and lists only choices worth making', () => {
  const { recommendation } = recommendSchedule(
    'dev',
    past((weekday, hour, week) => office(weekday, hour) || (weekday === 6 && hour === 21 && week % 2 === 0)),
  )
  expect(recommendation?.schedule.windows).toContainEqual({ day: 'sunday', start_time: '21:00', end_time: '22:00' })
  const choices = recommendation?.choices ?? []
  expect(choices.filter((choice) => choice.recommended)).toHaveLength(1)
  for (const [index, choice] of choices.entries()) {
    const next = choices[index + 1]
    if (next) expect(next.interruption_count).toBeGreaterThanOrEqual(choice.interruption_count)
  }
})

it('a shift over midnight is one window of one night, not two ends of every day', () => {
  const night = recommendSchedule(
    'dev',
    past((weekday, hour) => (hour >= 22 && weekday < 5) || (hour < 6 && weekday > 0 && weekday < 6)),
  )
  expect(night.recommendation).toMatchObject({ weekly_hours: 40, coverage: 1, held_out_coverage: 1 })
  expect(night.recommendation?.schedule.windows).toEqual(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => ({
      ...{ day, start_time: '22:00', end_time: '06:00' },
    })),
  )
  expect(night.recommendation && shortForm(night.recommendation)).toMatchObject({
    ...{ start_time: '22:00', end_time: '06:00' },
    days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  })
  expect(night.recommendation?.backtest).toMatchObject({
    interruption_count: 0,
    // The week that begins in the middle of nothing has all its nights whole.
    saved_hours: 8 * (128 - 5 * 0.75),
  })
  // Every night, and a window of a morning that begins after the midnight of its shift.
  const all = recommendSchedule(
    'dev',
    past((weekday, hour) => (hour >= 22 ? weekday !== 6 : hour < 6)),
  )
  expect(all.recommendation?.weekly_hours).toBe(54)
  expect(all.recommendation?.schedule.windows.at(-1)).toEqual({
    ...{ day: 'monday', start_time: '00:00', end_time: '06:00' },
  })
})

it('is tried on the last quarter year at most', () => {
  const long = spanOfDays('2026-01-05', '2026-08-31')
  const longCalendar = teamCalendar(workCalendarSchema.parse({ time_zone: 'UTC' }), long)
  const length = long.to - long.from
  const used = Uint8Array.from({ length }, (_, quarter) => {
    const hour = Math.floor((longCalendar.weekSlot[quarter] ?? 0) / perHour)
    return hour < 120 && hour % 24 >= 9 && hour % 24 < 17 ? 1 : 0
  })
  expect(longCalendar.weekSlot[0]).toBe(0)
  const evaluation = evaluateEnvironment({
    facts: environmentFactsSchema.parse({ environment_id: 'dev' }),
    activity: { ...emptyActivity('dev', length), active: bitsOf(used), lastActivity: long.to * quarterMs },
    running: {
      ...neverRan('dev', length / perHour, 'USD'),
      ...{ quarters: new Uint8Array(length / perHour).fill(4), firstRan: long.from * quarterMs },
    },
    ...{ calendar: longCalendar, window: long, asOf: long.to * quarterMs, isObserved: true, skipReasons: [] },
    ...{ lastSeen: () => null, lastTeamUse: null },
  }).schedule
  expect(evaluation.recommendation?.backtest).toMatchObject({
    start_time: '2026-06-08T00:00:00Z',
    end_time: '2026-08-31T00:00:00Z',
  })
})

it('work off the schedule is an interruption, and what its start brings back is not saved', () => {
  const plan = weekPlan(weekSchedule([[{ from: 9, to: 17 }], ...Array.from({ length: 6 }, () => [])], 'Asia/Kathmandu'))
  const monday = past((weekday, hour, week) => weekday === 0 && (office(weekday, hour) || (week === 3 && hour === 20)))
  const { interruptions, quarters } = replay(monday).saved(plan)
  expect(interruptions).toHaveLength(1)
  expect(toInstant((interruptions[0]?.from ?? 0) + span.from)).toBe('2026-07-27T14:15:00Z')
  const offQuarters = 672 - 8 * perHour - 3
  // An hour of work, and the half hour until it is stopped again.
  expect(quarters).toBe(8 * offQuarters - 6)
})

it('recommends nothing where it would have failed in the last weeks', () => {
  const moving = recommendSchedule(
    'dev',
    past((weekday, hour, week) => weekday === (week < 6 ? 1 : 4) && hour === (week < 6 ? 9 : 20)),
  )
  expect(moving.recommendation).toBeNull()
  expect(moving.skipReasons).toMatch(/vary too much/)
  expect(
    recommendSchedule(
      'dev',
      past(() => false),
    ).skipReasons,
  ).toMatch(/No one used it/)
  const short = { ...past(office), over: { from: span.to - 20 * perDay, to: span.to } }
  expect(recommendSchedule('dev', short).skipReasons).toBe('A schedule needs 4 weeks of history; there are 2.')
})

it('two shifts a day are two windows, and what lies between is off', () => {
  const { recommendation } = recommendSchedule(
    'dev',
    past((weekday, hour) => weekday < 5 && ((hour >= 6 && hour < 11) || (hour >= 17 && hour < 22))),
  )
  expect(recommendation).toMatchObject({ weekly_hours: 50, coverage: 1, held_out_coverage: 1 })
  expect(recommendation?.schedule.windows.slice(0, 2)).toEqual([
    { day: 'monday', start_time: '06:00', end_time: '11:00' },
    { day: 'monday', start_time: '17:00', end_time: '22:00' },
  ])
  expect(recommendation?.backtest.interruption_count).toBe(0)
})

it('two zones that work over a midnight are two windows a day too', () => {
  const { recommendation } = recommendSchedule(
    'dev',
    past(
      (weekday, hour) =>
        (weekday < 5 && ((hour >= 8 && hour < 13) || hour >= 21)) || (weekday > 0 && weekday < 6 && hour < 3),
    ),
  )
  expect(recommendation?.weekly_hours).toBe(5 * 11)
})

it('hours that moved three weeks ago are learned from these weeks alone', () => {
  const { recommendation } = recommendSchedule(
    'dev',
    past((weekday, hour, week) => weekday < 5 && (week < 5 ? hour >= 9 && hour < 17 : hour >= 13 && hour < 21)),
  )
  expect(recommendation).toMatchObject({ weekly_hours: 40, weeks: 3, coverage: 1 })
  expect(recommendation?.schedule.windows[0]).toMatchObject({ start_time: '13:00', end_time: '21:00' })
  // Tried on the weeks of the new hours: the old ones are no interruption to come.
  expect(recommendation?.backtest).toMatchObject({ interruption_count: 0, start_time: '2026-08-10T00:00:00Z' })
})

it('starts early, stops late, and does as it is asked meanwhile', () => {
  const schedule = weekSchedule([[{ from: 9, to: 17 }], []], 'Asia/Kathmandu')
  const week = spanOfDays('2026-07-06', '2026-07-08')
  const changes = (exceptions: Parameters<typeof stateChanges>[1]) =>
    stateChanges(schedule, exceptions, week).map(({ quarter, state }) => `${toInstant(quarter).slice(5, 16)} ${state}`)
  expect(changes([])).toEqual(['07-06T00:00 off', '07-06T03:00 on', '07-06T11:45 off'])
  const exception = { start_time: '2026-07-06T06:00:00Z', end_time: '2026-07-07T00:00:00Z', reason: '' }
  expect(changes([{ kind: 'keep_on', ...exception }])).toEqual(['07-06T00:00 off', '07-06T03:00 on', '07-07T00:00 off'])
  expect(changes([{ kind: 'snooze', ...exception }])).toEqual([
    '07-06T00:00 off',
    '07-06T03:00 on',
    '07-06T06:00 unmanaged',
    '07-07T00:00 off',
  ])
})

function bitsOf(flags: Uint8Array) {
  const bits = newBits(flags.length)
  for (const [index, flag] of flags.entries()) if (flag === 1) setBits(bits, index, index + 1)
  return bits
}
