/** Figures of one window agree with each other: cards, parts of the waste, weeks, and what each recommendation saves. */
import { environmentFactsSchema, type RunningHour } from '@kept/domain/environment.ts'
import { usageEventSchema } from '@kept/domain/usage-event.ts'
import { describe, expect, it } from 'vitest'
import { analyzeBehavior } from './analyze.ts'
import { collectEvents } from './collect-events.ts'
import { collectRunning } from './collect-running.ts'
import { type QuarterSpan, quarterMs, spanOfDays } from './quarters.ts'

const span = spanOfDays('2026-08-03', '2026-10-26')
const hourMs = 3_600_000
const start = span.from * quarterMs
const hours = ((span.to - span.from) * quarterMs) / hourMs

/** "desk" works on weekdays from nine to five; "dead" runs unused; "late" begins on October 10. */
function analyze(window: QuarterSpan) {
  const running = collectRunning(span)
  const events = collectEvents(span)
  const run = (environment_id: string, index: number) => {
    const from = start + index * hourMs
    const hour: RunningHour = {
      environment_id,
      start: from,
      end: from + hourMs,
      hours: 1,
      cost: '0.1',
      currency: 'USD',
    }
    running.add(hour)
  }
  for (let index = 0; index < hours; index += 1) {
    run('desk', index)
    run('dead', index)
    events.add(sample('dead', start + index * hourMs))
    if (start + index * hourMs >= Date.parse('2026-10-10T00:00:00Z')) run('late', index)
    const instant = Temporal.Instant.fromEpochMilliseconds(start + index * hourMs).toZonedDateTimeISO('UTC')
    if (instant.dayOfWeek > 5 || instant.hour < 9 || instant.hour >= 17) continue
    events.add(
      usageEventSchema.parse({
        environment_id: 'desk',
        team: 'web',
        activity_type: 'ssh_session',
        timestamp: instant.toInstant().toString(),
        duration: 3600,
        time_zone: 'UTC',
      }),
    )
  }
  const facts = ['desk', 'dead', 'late'].map((environment_id) =>
    environmentFactsSchema.parse({ environment_id, team: 'web', owner: 'ada' }),
  )
  return analyzeBehavior({ events, running, facts, teams: [], window, asOf: span.to * quarterMs })
}

/** Nothing is known of a machine that no event names: that this one does nothing is measured. */
const sample = (environment_id: string, at: number) =>
  usageEventSchema.parse({
    ...{ environment_id, team: 'web', activity_type: 'resource_sample' },
    timestamp: Temporal.Instant.fromEpochMilliseconds(at).toString(),
    resource_usage: { cpu: 0.5, network: 0.01 },
  })

const cents = (amount: string | null) => Math.round(Number(amount) * 100)

describe.each([
  ['four whole weeks', '2026-09-28', '2026-10-26'],
  ['the first half of October', '2026-10-01', '2026-10-16'],
  ['three days', '2026-10-23', '2026-10-26'],
])('analyzeBehavior over %s', (_, from, to) => {
  const { teams, recommendations, environments } = analyze(spanOfDays(from, to))
  const [team] = teams
  const waste = team?.waste_opportunities

  it('splits the waste into five parts without remainder', () => {
    const parts = [
      waste?.zombie_waste,
      waste?.after_hours_waste,
      waste?.weekend_waste,
      waste?.holiday_waste,
      waste?.working_hours_waste,
    ]
    expect(parts.reduce((sum, part) => sum + cents(part ?? null), 0)).toBe(cents(team?.wasted_cost ?? null))
  })

  it('saves no more than the waste of a month, and follows the window', () => {
    const saved = recommendations.reduce((sum, item) => sum + cents(item.potential_monthly_savings), 0)
    expect(saved).toBeGreaterThan(0)
    expect(saved).toBeLessThanOrEqual(cents(team?.monthly_waste ?? null))
  })

  it('offers a zombie to be turned off, with what that saves', () => {
    const dead = environments.find(({ analysis }) => analysis.environment_id === 'dead')
    expect(dead?.analysis.status).toBe('zombie')
    expect(dead?.schedule.recommendation).toMatchObject({ weekly_hours: 0, schedule: { windows: [] } })
    expect(cents(dead?.schedule.recommendation?.backtest.monthly_savings ?? null)).toBe(7200)
  })
})

it('the schedule of one environment saves more in a month of four weekends than in one of none', () => {
  const saving = (from: string, to: string) =>
    Number(
      analyze(spanOfDays(from, to)).recommendations.find(({ id }) => id === 'auto_shutdown:desk')
        ?.potential_monthly_savings,
    )
  expect(saving('2026-10-24', '2026-10-26')).toBeGreaterThan(saving('2026-10-19', '2026-10-24'))
})

it('draws every week that the window touches, and says how many of its days are in it', () => {
  const [team] = analyze(spanOfDays('2026-10-01', '2026-10-16')).teams
  expect(team?.weekly_efficiency.map(({ week, days }) => [week, days])).toEqual([
    ['2026-09-28', 4],
    ['2026-10-05', 7],
    ['2026-10-12', 4],
  ])
  expect(team?.weekly_efficiency.every(({ efficiency_score }) => efficiency_score !== null)).toBe(true)
})

it('says how many hours a week an environment runs that is off at night already', () => {
  const running = collectRunning(span)
  const events = collectEvents(span)
  for (let index = 0; index < hours; index += 1) {
    const instant = Temporal.Instant.fromEpochMilliseconds(start + index * hourMs).toZonedDateTimeISO('UTC')
    if (instant.hour < 6 || instant.hour >= 18) continue
    const from = start + index * hourMs
    running.add({ environment_id: 'desk', start: from, end: from + hourMs, hours: 1, cost: '0.1', currency: 'USD' })
    if (instant.dayOfWeek > 5 || instant.hour < 9 || instant.hour >= 17) continue
    const timestamp = instant.toInstant().toString()
    events.add(
      usageEventSchema.parse({
        environment_id: 'desk',
        team: 'web',
        activity_type: 'ssh_session',
        timestamp,
        duration: 3600,
        time_zone: 'UTC',
      }),
    )
  }
  const facts = [environmentFactsSchema.parse({ environment_id: 'desk', team: 'web', owner: 'ada' })]
  const { recommendations } = analyzeBehavior({ events, running, facts, teams: [], asOf: span.to * quarterMs })
  expect(recommendations[0]?.title).toMatch(/^Run desk \d+ hours a week instead of 84$/)
})
