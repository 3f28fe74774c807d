import { environmentFactsSchema, type RunningHour } from '@kept/domain/environment.ts'
import { type UsageEvent, usageEventSchema } from '@kept/domain/usage-event.ts'
import { workCalendarSchema } from '@kept/domain/work-calendar.ts'
import { describe, expect, it } from 'vitest'
import { analyzeBehavior } from './analyze.ts'
import { collectEvents } from './collect-events.ts'
import { collectRunning, runningQuarters } from './collect-running.ts'
import { efficiencyScore } from './efficiency.ts'
import { nothingMeasured } from './measure.ts'
import { orphanReasons } from './orphan.ts'
import { peakHours } from './peak-hours.ts'
import { quarterMs, spanOfDays } from './quarters.ts'

const span = spanOfDays('2026-09-01', '2026-10-01')
const start = span.from * quarterMs
const hourMs = 3_600_000
const day = 24 * hourMs
const asOf = span.to * quarterMs

function hour(index: number, more: Partial<RunningHour> = {}): RunningHour {
  const from = start + index * hourMs
  return { environment_id: 'dev', start: from, end: from + hourMs, hours: 1, cost: '0.1', currency: 'USD', ...more }
}

function sign(environment_id: string): UsageEvent {
  return usageEventSchema.parse({
    environment_id,
    team: 't',
    activity_type: 'ssh_session',
    timestamp: '2026-09-02T10:00:00Z',
  })
}

describe('the score', () => {
  const measured = (
    running: number,
    scheduled: number,
    scheduledUsed: number,
    waste: [number, number, number, number],
    used = scheduledUsed,
  ) => ({ ...nothingMeasured(), running, scheduled, scheduledUsed, used, waste, cost: 1000n })

  it('is the weighted sum of use, time off and life', () => {
    // Half of the working hours used, a quarter of all hours wasted off work, a tenth of the cost on zombies.
    expect(efficiencyScore(measured(400, 200, 100, [20, 30, 50, 100]), 100n)).toBe(62.25)
  })

  it('is null below eight hours, and all hours count where none was one of work', () => {
    expect(efficiencyScore(measured(31, 31, 31, [0, 0, 0, 0]), 0n)).toBeNull()
    expect(efficiencyScore(measured(32, 0, 0, [0, 16, 0, 0], 16), 0n)).toBe(57.5)
  })
})

describe('running hours', () => {
  const collected = (...hours: RunningHour[]) => {
    const running = collectRunning(span)
    for (const runningHour of hours) running.add(runningHour)
    return running.environments.get('dev')
  }

  it('lie against the running hour beside them: starts late, stops early', () => {
    const dev = collected(hour(9, { hours: 0.5 }), hour(10), hour(11, { hours: 0.25 }))
    const quarters = dev ? [...runningQuarters(dev)] : []
    expect(quarters.slice(36, 48)).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0])
  })

  it('are all known for a full day billed at once; for a part of a day, which ones is unknown', () => {
    const fullDay = collected(hour(0, { end: start + day, hours: 24, cost: '2.4' }))
    expect(fullDay?.quarters.slice(0, 24).every((count) => count === 4)).toBe(true)
    expect(fullDay?.cost[5]).toBe(100_000_000n)
    expect(collected(hour(0, { end: start + day, hours: 10, cost: '1' }))).toMatchObject({
      unplacedHours: 10,
      otherCost: 1_000_000_000n,
      otherCostByHour: new Map([[0, 1_000_000_000n]]),
    })
  })

  it('keep every nano-unit of a cost that does not divide, and never add two currencies', () => {
    const dev = collected(hour(0, { end: start + 7 * hourMs, hours: 7, cost: '0.00000001' }))
    expect(dev?.cost.reduce((sum, cost) => sum + cost, 0n)).toBe(10n)
    expect(() => collected(hour(0), hour(1, { currency: 'EUR' }))).toThrow(/dev is billed in USD and in EUR/)
  })
})

it('peak hours run over midnight, and all day when there is no peak', () => {
  const useByHour = (hours: Record<number, number>) => Array.from({ length: 24 }, (_, index) => hours[index] ?? 0)
  expect(peakHours(useByHour({ 9: 10, 10: 8, 11: 7, 14: 9 }))).toEqual([
    { start: '09:00', end: '11:00' },
    { start: '14:00', end: '15:00' },
  ])
  expect(peakHours(useByHour({ 22: 4, 23: 4, 0: 4, 1: 1 }))).toEqual([{ start: '22:00', end: '01:00' }])
  expect(peakHours(useByHour({ 23: 4 }))).toEqual([{ start: '23:00', end: '24:00' }])
  expect(peakHours(Array.from({ length: 24 }, () => 3))).toEqual([{ start: '00:00', end: '24:00' }])
  expect(peakHours([])).toEqual([])
})

it('an orphan names no owner, lost its owner, or hangs on nothing for long enough', () => {
  const facts = environmentFactsSchema.parse({ environment_id: 'disk', owner: 'ada' })
  const daysAgo = (days: number) => Temporal.Instant.fromEpochMilliseconds(asOf - days * day).toString()
  expect(orphanReasons(facts, asOf)).toEqual([])
  expect(orphanReasons({ ...facts, owner: '' }, asOf)).toEqual(['It has no owner.'])
  expect(orphanReasons({ ...facts, owner_left: true }, asOf)).toEqual(['Its owner has left.'])
  expect(orphanReasons({ ...facts, unattached: { kind: 'disk', since: daysAgo(31) } }, asOf)).toEqual([])
  expect(orphanReasons({ ...facts, unattached: { kind: 'disk', since: daysAgo(32) } }, asOf)).toHaveLength(1)
  expect(orphanReasons({ ...facts, unattached: { kind: 'ip', since: daysAgo(7) } }, asOf)).toHaveLength(1)
})

it('a team without an activity source is no zombie, and the analysis says so', () => {
  const running = collectRunning(span)
  for (let index = 0; index < 720; index += 1) running.add(hour(index))
  const facts = [environmentFactsSchema.parse({ environment_id: 'dev', team: 'quiet' })]
  const { environments, recommendations, insights, teams } = analyzeBehavior({
    events: collectEvents(span),
    running,
    facts,
    teams: [],
  })
  expect(environments[0]?.analysis).toMatchObject({
    status: 'orphan',
    confidence: 0,
    recommended_schedule: null,
    wasted_cost: null,
    waste_percentage: null,
  })
  expect(recommendations.map(({ type }) => type)).toEqual(['assign_owner'])
  expect(insights).toMatchObject([{ type: 'warning', title: 'No activity data for team quiet' }])
  expect(teams[0]?.skip_reasons).toEqual([
    'Time zone unknown. UTC is assumed.',
    'Country unknown. Holidays are not considered.',
  ])
})

describe('untrusted input', () => {
  const evaluationOf = (events: UsageEvent[], hours: RunningHour[], owner = 'ada') => {
    const collected = collectEvents(span)
    for (const event of events) collected.add(event)
    const running = collectRunning(span)
    for (const runningHour of hours) running.add(runningHour)
    const facts = [environmentFactsSchema.parse({ environment_id: 'dev', owner })]
    return analyzeBehavior({ events: collected, running, facts, teams: [], asOf })
  }
  const always = Array.from({ length: 720 }, (_, index) => hour(index))
  const byTeam = (team: string, index: number) => ({
    ...sign('dev'),
    ...{
      team,
      event_id: `${team} ${index}`,
      timestamp: Temporal.Instant.fromEpochMilliseconds(start + index * day).toString(),
    },
  })

  it('what two teams share counts for the one that uses it most, and the output says so', () => {
    const all = [byTeam('web', 1), byTeam('web', 2), byTeam('api', 3)]
    for (const events of [all, all.toReversed()]) {
      const { environments, teams } = evaluationOf(events, always)
      expect(teams.map(({ team_name }) => team_name)).toEqual(['web'])
      expect(environments[0]?.analysis.skip_reasons).toContain('Events of api also include it. It is listed under web.')
    }
    // As many events of both: always the same one.
    expect(evaluationOf([byTeam('web', 1), byTeam('api', 3)], always).teams[0]?.team_name).toBe('api')
  })

  it('what a team says in two currencies can be told apart', () => {
    const running = collectRunning(span)
    for (const runningHour of always) {
      running.add({ ...runningHour, environment_id: 'a' })
      running.add({ ...runningHour, environment_id: 'b', currency: 'EUR' })
    }
    const facts = ['a', 'b'].map((environment_id) => environmentFactsSchema.parse({ environment_id, team: 't' }))
    const { insights, teams } = analyzeBehavior({ events: collectEvents(span), running, facts, teams: [], asOf })
    expect(teams.map(({ currency, total_cost }) => [currency, total_cost])).toEqual([
      ['USD', '72.000000000'],
      ['EUR', '72.000000000'],
    ])
    expect(insights.map(({ id }) => id)).toEqual(['unwatched:USD:t', 'unwatched:EUR:t'])
    expect(insights[1]?.title).toBe('No activity data for team t, paid in EUR')
  })

  it('has peaks where hours of the day were never used', () => {
    const { environments, teams, insights } = evaluationOf(
      Array.from({ length: 20 }, (_, index) => ({ ...byTeam('web', index), duration: 3 * 3600 })),
      always,
    )
    // Signs from midnight to three of UTC, which is the team's zone for want of another.
    const peaks = [{ start: '00:00', end: '03:00' }]
    expect(environments[0]?.analysis.peak_hours).toEqual(peaks)
    expect(teams[0]?.peak_hours).toEqual(peaks)
    const hours = insights.find(({ id }) => id === 'hours:web')
    expect(hours?.description).toContain('mostly from 00:00 to 03:00 (UTC)')
  })

  it('a month of what began in the window is not spread over the days before it was there', () => {
    const lastHours = Array.from({ length: 240 }, (_, index) => hour(480 + index))
    const { recommendations } = evaluationOf([byTeam('web', 29)], lastHours)
    const timeout = recommendations.find(({ type }) => type === 'idle_timeout')
    // Ten days at a tenth an hour but the one used and the first half hours of two pauses: 23.8 in ten days.
    expect(Number(timeout?.potential_monthly_savings)).toBeCloseTo(3 * 23.8, 0)
  })

  it('is unknown where no bill names it, or the bill does not say which hours it ran; cost without hours is said', () => {
    const statusOf = (hours: RunningHour[], owner?: string) =>
      evaluationOf([byTeam('web', 20)], hours, owner).environments[0]?.analysis
    expect(statusOf([], '')).toMatchObject({ status: 'unknown', total_cost: '0.000000000' })
    const days = Array.from({ length: 30 }, (_, index) =>
      hour(24 * index, { end: start + (index + 1) * day, hours: 8 }),
    )
    expect(statusOf(days)).toMatchObject({ status: 'unknown', total_cost: '3.000000000', wasted_cost: '0.000000000' })
    expect(statusOf(always.slice(0, 100))).toMatchObject({ status: 'stopped' })
    const free = statusOf(always.map((runningHour) => ({ ...runningHour, hours: 0 })))
    expect(free).toMatchObject({
      status: 'stopped',
      total_runtime_hours: 0,
      total_cost: '72.000000000',
      cost_per_hour: null,
    })
    expect(free?.skip_reasons).toContain('The bill has charges but no running hours.')
  })
})

it('waste of a day counts in its first class: holiday, weekend, after hours, idle', () => {
  // Saturday 5 September is a holiday too; Sunday is none; Monday 7 September is a working day.
  const calendar = workCalendarSchema.parse({ time_zone: 'Etc/GMT-3', holidays: ['2026-09-05'] })
  const running = collectRunning(span)
  for (let index = 4 * 24 - 3; index < 7 * 24 - 3; index += 1) running.add(hour(index))
  const events = collectEvents(span)
  events.add(sign('other'))
  const [{ analysis } = { analysis: undefined }] = analyzeBehavior({
    events,
    running,
    facts: [environmentFactsSchema.parse({ environment_id: 'dev', team: 't' })],
    teams: [{ team_name: 't', calendar, member_count: null }],
  }).environments
  expect(analysis?.waste).toEqual({
    holiday: { hours: 24, cost: '2.400000000' },
    weekend: { hours: 24, cost: '2.400000000' },
    after_hours: { hours: 15, cost: '1.500000000' },
    in_hours_idle: { hours: 9, cost: '0.900000000' },
  })
  expect(analysis?.wasted_cost).toBe('7.200000000')
})
