/** The decisions of alerts: which rules match, when to send, what to group, what a response means. */
import type { AlertEvent, AlertRule, AlertSchedule } from '@kept/domain/alert.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyAnswer, waitAfter } from './classify-answer.ts'
import { matches } from './matches.ts'
import { type PlannableChannel, planDeliveries } from './plan.ts'
import { afterQuiet, dueAt, leavesTime } from './schedule.ts'

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds
const iso = (moment: number) => Temporal.Instant.fromEpochMilliseconds(moment).toString()
const always: AlertSchedule = { time_zone: 'Europe/Berlin', digest: null, quiet: [], critical_passes: true }
const nights = { days: [1, 2, 3, 4, 5], from: '20:00', to: '08:00' }
const weekend = { days: [6, 7], from: '00:00', to: '00:00' }

const event = (id: string, more: Partial<AlertEvent> = {}): AlertEvent => ({
  id,
  kind: 'anomaly',
  thread: `t:${id}`,
  severity: 'medium',
  amount: '100',
  currency: 'USD',
  labels: { provider: ['AWS'], service: ['Amazon EC2'] },
  title: id,
  body: '',
  href: '/',
  at: '2026-11-20T10:00:00Z',
  ...more,
})
const rule = (more: Partial<AlertRule> = {}): AlertRule => ({
  id: 'r',
  name: 'All',
  enabled: true,
  kinds: ['anomaly'],
  min_severity: 'low',
  min_amount: null,
  filters: [],
  channels: ['c'],
  owners: [],
  ...more,
})
const channel = (more: Partial<PlannableChannel> = {}): PlannableChannel => ({
  id: 'c',
  kind: 'slack',
  enabled: true,
  schedule: always,
  ...more,
})

describe('a rule', () => {
  it('matches its kinds, from its severity on, where all filters match', () => {
    expect(matches(rule(), event('a'))).toBe(true)
    expect(matches(rule({ enabled: false }), event('a'))).toBe(false)
    expect(matches(rule({ kinds: ['budget'] }), event('a'))).toBe(false)
    expect(matches(rule({ min_severity: 'high' }), event('a'))).toBe(false)
    expect(matches(rule({ min_severity: 'medium' }), event('a'))).toBe(true)
    // A recommendation has no severity: its amount decides.
    expect(
      matches(
        rule({ kinds: ['recommendation'], min_severity: 'critical' }),
        event('a', { kind: 'recommendation', severity: 'low' }),
      ),
    ).toBe(true)
    const filters = [
      { label: 'provider' as const, values: ['gcp', 'aws'] },
      { label: 'service' as const, values: ['amazon ec2 '] },
    ]
    expect(matches(rule({ filters }), event('a'))).toBe(true)
    expect(matches(rule({ filters }), event('a', { labels: { provider: ['AWS'] } }))).toBe(false)
  })

  it('compares amounts exactly and only in one currency; what cannot be compared matches', () => {
    const minAmountRule = rule({ min_amount: { amount: '100.000000001', currency: 'USD' } })
    expect(matches(minAmountRule, event('a', { amount: '100' }))).toBe(false)
    expect(matches(minAmountRule, event('a', { amount: '100.000000001' }))).toBe(true)
    expect(matches(minAmountRule, event('a', { amount: '1', currency: 'EUR' }))).toBe(true)
    expect(matches(minAmountRule, event('a', { amount: null, currency: null }))).toBe(true)
  })
})

describe('the schedule', () => {
  it('sends at once without digest and quiet hours', () => {
    expect(dueAt(always, { severity: 'low' }, 5)).toBe(5)
  })

  it('gathers to the hour, the day or the week by the clock of the zone, also where the clock changes', () => {
    const due = (digest: AlertSchedule['digest'], now: string) =>
      iso(dueAt({ ...always, digest }, { severity: 'high' }, instant(now)))
    const nine = { at: '09:00', weekday: 1 }
    expect(due({ frequency: 'hourly', ...nine }, '2026-11-20T10:20:00Z')).toBe('2026-11-20T11:00:00Z')
    expect(due({ frequency: 'hourly', ...nine }, '2026-11-20T11:00:00Z')).toBe('2026-11-20T12:00:00Z')
    expect(due({ frequency: 'daily', ...nine }, '2026-11-20T07:59:59Z')).toBe('2026-11-20T08:00:00Z')
    expect(due({ frequency: 'daily', ...nine }, '2026-11-20T08:00:00Z')).toBe('2026-11-21T08:00:00Z')
    // A Friday; the next Monday. In summer nine o'clock is seven in UTC.
    expect(due({ frequency: 'weekly', ...nine }, '2026-11-20T10:00:00Z')).toBe('2026-11-23T08:00:00Z')
    expect(due({ frequency: 'daily', ...nine }, '2026-03-28T10:00:00Z')).toBe('2026-03-29T07:00:00Z')
    // 02:30 is not there on that day.
    expect(due({ frequency: 'daily', at: '02:30', weekday: 1 }, '2026-03-28T10:00:00Z')).toBe('2026-03-29T01:30:00Z')
  })

  it('holds alerts at night and over the weekend, and sends them when they end', () => {
    const quiet = { ...always, quiet: [nights, weekend] }
    // Thursday evening, then Friday evening: the night of Friday runs into the weekend.
    expect(iso(dueAt(quiet, { severity: 'high' }, instant('2026-11-19T22:00:00Z')))).toBe('2026-11-20T07:00:00Z')
    expect(iso(dueAt(quiet, { severity: 'high' }, instant('2026-11-20T22:00:00Z')))).toBe('2026-11-22T23:00:00Z')
    expect(iso(dueAt(quiet, { severity: 'high' }, instant('2026-11-19T12:00:00Z')))).toBe('2026-11-19T12:00:00Z')
    expect(iso(dueAt(quiet, { severity: 'critical' }, instant('2026-11-20T22:00:00Z')))).toBe('2026-11-20T22:00:00Z')
    // The end of a critical incident is no reason to wake anyone.
    expect(iso(dueAt(quiet, { severity: 'critical', calm: true }, instant('2026-11-20T22:00:00Z')))).toBe(
      '2026-11-22T23:00:00Z',
    )
    expect(
      iso(dueAt({ ...quiet, critical_passes: false }, { severity: 'critical' }, instant('2026-11-20T22:00:00Z'))),
    ).toBe('2026-11-22T23:00:00Z')
  })

  it('never sends within quiet hours, never earlier, and within eight days where they leave time', () => {
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30'))
      .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)
    const window = fc.record({
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
      from: clock,
      to: clock,
    })
    const quiet = fc.record({
      time_zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
      quiet: fc.array(window, { maxLength: 3 }),
    })
    fc.assert(
      fc.property(
        quiet,
        fc.integer({ min: instant('2026-01-01T00:00:00Z'), max: instant('2026-12-31T00:00:00Z') }),
        (schedule, now) => {
          if (!leavesTime(schedule)) return
          const result = afterQuiet(schedule, now)
          expect(result).toBeGreaterThanOrEqual(now)
          expect(result - now).toBeLessThan(8 * 86_400_000)
          expect(afterQuiet(schedule, result)).toBe(result)
        },
      ),
      { seed: 7, numRuns: 300 },
    )
    expect(leavesTime({ time_zone: 'UTC', quiet: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }] })).toBe(
      false,
    )
  })
})

describe('the plan', () => {
  const now = instant('2026-11-20T10:00:00Z')

  it('makes one message of one incident, with the names of the rules and the owners, each once', () => {
    const rules = [
      rule({ owners: ['a@x.com'] }),
      rule({ id: 's', name: 'Second', owners: ['a@x.com', 'b@x.com'] }),
      rule({ id: 'o', name: 'Other channel', channels: ['d'] }),
    ]
    const planned = planDeliveries(
      [event('a', { thread: 'one' }), event('b', { thread: 'one' }), event('c')],
      rules,
      [channel()],
      now,
    )
    expect(planned).toMatchObject([
      { kind: 'alert', thread: 'one', events: ['a', 'b'], rules: ['All', 'Second'], owners: ['a@x.com', 'b@x.com'] },
      { kind: 'alert', thread: 't:c', events: ['c'], dueAt: now },
    ])
    expect(planDeliveries([event('a')], rules, [channel({ enabled: false })], now)).toEqual([])
  })

  it('makes one of many, and gathers what waits; critical ones pass', () => {
    const manyEvents = Array.from({ length: 40 }, (_, n) => event(`e${n}`))
    expect(planDeliveries(manyEvents, [rule()], [channel()], now)).toMatchObject([{ kind: 'digest', dueAt: now }])
    const daily = channel({ schedule: { ...always, digest: { frequency: 'daily', at: '09:00', weekday: 1 } } })
    const planned = planDeliveries(
      [event('a'), event('b'), event('c', { severity: 'critical' })],
      [rule()],
      [daily],
      now,
    )
    expect(planned.map(({ kind, events, dueAt: due }) => [kind, events, iso(due)])).toEqual([
      ['digest', ['a', 'b'], '2026-11-21T08:00:00Z'],
      ['alert', ['c'], '2026-11-20T10:00:00Z'],
    ])
  })

  it('opens an issue for each incident, the worst first, and one for the rest', () => {
    const manyEvents = Array.from({ length: 14 }, (_, n) => event(`e${n}`, { severity: n === 13 ? 'critical' : 'low' }))
    const planned = planDeliveries(manyEvents, [rule()], [channel({ kind: 'jira' })], now)
    expect(planned).toHaveLength(11)
    expect(planned[0]).toMatchObject({ kind: 'alert', events: ['e13'] })
    expect(planned[10]).toMatchObject({ kind: 'digest', thread: '', events: ['e9', 'e10', 'e11', 'e12'] })
  })

  it('loses nothing and sends nothing twice on a channel', () => {
    const severities = fc.constantFrom('low', 'medium', 'high', 'critical' as const)
    const events = fc.array(
      fc.record({ thread: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), severity: severities }),
      { maxLength: 30 },
    )
    const schedules = fc.constantFrom<AlertSchedule>(
      always,
      { ...always, quiet: [nights] },
      { ...always, digest: { frequency: 'weekly', at: '09:00', weekday: 3 } },
    )
    fc.assert(
      fc.property(events, schedules, fc.constantFrom<'slack' | 'jira'>('slack', 'jira'), (drafts, schedule, kind) => {
        const all = drafts.map(({ thread, severity }, n) =>
          event(String(n), { thread, severity: severity as AlertEvent['severity'] }),
        )
        const delivered = planDeliveries(
          all,
          [rule(), rule({ id: 's', name: 'S' })],
          [channel({ kind, schedule })],
          now,
        ).flatMap((delivery) => delivery.events)
        expect(delivered.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
      }),
      { seed: 5, numRuns: 200 },
    )
  })
})

describe('an answer', () => {
  const evaluate = (status: number, body = '', waitMs: number | null = null) => classifyAnswer({ status, body, waitMs })

  it('is taken, tried again or given up', () => {
    expect(evaluate(204)).toEqual({ outcome: 'taken' })
    for (const status of [408, 425, 429, 500, 503]) expect(evaluate(status).outcome).toBe('again')
    for (const status of [400, 401, 403, 404, 413, 422])
      expect(evaluate(status)).toMatchObject({ outcome: 'given_up', gone: false })
    expect(evaluate(410)).toMatchObject({ outcome: 'given_up', gone: true })
    expect(evaluate(404, 'no_service\n')).toMatchObject({
      sentence: 'The receiver did not find this address (404). Check it, or create a new one: "no_service".',
    })
    expect(evaluate(502, '<html>Bad gateway')).toMatchObject({ sentence: 'The receiver failed (502).' })
    expect(evaluate(429, '', 7_000)).toMatchObject({ waitMs: 7_000 })
    expect(evaluate(429, '', 9e9)).toMatchObject({ waitMs: 86_400_000 })
  })

  it('is waited for longer each time, as long as the receiver asks at least, and not for ever', () => {
    const waits = Array.from({ length: 9 }, (_, n) => waitAfter(n + 1, 'one', null))
    expect(waits[0]).toBeGreaterThanOrEqual(30_000)
    expect(waits[0]).toBeLessThan(33_001)
    expect(waits.slice(0, 8).every((wait, n) => n === 0 || (wait ?? 0) > (waits[n - 1] ?? 0))).toBe(true)
    expect(waits[8]).toBeNull()
    expect(waitAfter(1, 'one', 600_000)).toBe(600_000)
    expect(waitAfter(1, 'one', null)).not.toBe(waitAfter(1, 'another', null))
  })
})
