/** Which alerts wait because they repeat, and which are sent although no one configured them. */
import type { AlertEvent, AlertRule, AlertSchedule } from '@kept/domain/alert.ts'
import type { AlertSeverity } from '@kept/domain/alert-labels.ts'
import { describe, expect, it } from 'vitest'
import { eventsForDefaultEmails } from './default-emails.ts'
import { type PlannableChannel, planDeliveries } from './plan.ts'

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds
const now = instant('2026-11-20T10:20:00Z')
const hour = instant('2026-11-20T11:00:00Z')
const always: AlertSchedule = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }
const event = (id: string, more: Partial<AlertEvent> = {}): AlertEvent => ({
  ...{ id, kind: 'security', thread: `t:${id}`, severity: 'high', amount: null, currency: null, labels: {} },
  ...{ title: id, body: '', href: '/', at: '2026-11-20T10:00:00Z', ...more },
})
const rule = (more: Partial<AlertRule> = {}): AlertRule => ({
  ...{ id: 'r', name: 'All', enabled: true, kinds: ['security', 'anomaly'], min_severity: 'low' as const },
  ...{ min_amount: null, filters: [], channels: ['c'], owners: [], ...more },
})
const channel = (more: Partial<PlannableChannel> = {}): PlannableChannel => ({
  ...{ id: 'c', kind: 'slack' as const, enabled: true, schedule: always, ...more },
})
const repeated = new Set(['t:a', 't:b'])

describe('repetitions', () => {
  it('wait together for the full hour, and what is new does not', () => {
    const events = [event('a'), event('b', { severity: 'critical' }), event('new')]
    expect(planDeliveries(events, [rule()], [channel()], now, repeated)).toMatchObject([
      { kind: 'digest', thread: '', events: ['a', 'b'], dueAt: hour, gathers: true },
      { kind: 'alert', thread: 't:new', events: ['new'], dueAt: now, gathers: false },
    ])
  })

  it('are comments of their issue, gathered for the full hour', () => {
    const planned = planDeliveries([event('a'), event('new')], [rule()], [channel({ kind: 'jira' })], now, repeated)
    expect(planned).toMatchObject([
      { kind: 'alert', thread: 't:a', dueAt: hour, gathers: true },
      { kind: 'alert', thread: 't:new', dueAt: now, gathers: false },
    ])
  })

  it('wait for the end of quiet hours, and for a digest that is later', () => {
    const quiet = [{ days: [5], from: '10:30', to: '12:00' }]
    const daily = { frequency: 'daily' as const, at: '18:00', weekday: 1 }
    const dueAt = (schedule: AlertSchedule) =>
      planDeliveries([event('a')], [rule()], [channel({ schedule })], now, repeated).map((delivery) => delivery.dueAt)
    expect(dueAt({ ...always, quiet })).toEqual([instant('2026-11-20T12:00:00Z')])
    expect(dueAt({ ...always, digest: daily })).toEqual([instant('2026-11-20T18:00:00Z')])
  })

  it('that are critical wait for the full hour and for no quiet hours, where critical alerts pass', () => {
    const quiet = [{ days: [5], from: '10:30', to: '12:00' }]
    const daily = { frequency: 'daily' as const, at: '18:00', weekday: 1 }
    const dueAt = (schedule: AlertSchedule, kind: PlannableChannel['kind']) =>
      planDeliveries(
        [event('a', { severity: 'critical' })],
        [rule()],
        [channel({ kind, schedule })],
        now,
        repeated,
      ).map((delivery) => delivery.dueAt)
    for (const kind of ['slack', 'jira'] as const) {
      expect(dueAt({ ...always, quiet, digest: daily }, kind)).toEqual([hour])
      expect(dueAt({ ...always, quiet, critical_passes: false }, kind)).toEqual([instant('2026-11-20T12:00:00Z')])
    }
  })

  it('of costs are sent at once: each says something new', () => {
    const events = [event('a', { kind: 'anomaly' })]
    expect(planDeliveries(events, [rule()], [channel()], now, repeated)).toMatchObject([{ kind: 'alert', dueAt: now }])
  })
})

describe('eventsForDefaultEmails', () => {
  const needs = (severity: AlertSeverity, rules: AlertRule[], channels = [channel()]) =>
    eventsForDefaultEmails([event('a', { severity })], rules, channels).length > 0

  it('holds serious security alerts that no rule sends anywhere', () => {
    expect(needs('high', [])).toBe(true)
    expect(needs('critical', [rule({ kinds: ['anomaly'] })])).toBe(true)
    expect(needs('high', [rule({ enabled: false })])).toBe(true)
    expect(needs('high', [rule({ channels: [] })])).toBe(true)
    expect(needs('high', [rule()], [channel({ enabled: false })])).toBe(true)
    expect(needs('high', [rule()])).toBe(false)
    expect(needs('medium', [])).toBe(false)
    expect(eventsForDefaultEmails([event('a', { kind: 'anomaly' })], [], [])).toEqual([])
  })

  it('holds only what a narrow rule leaves out', () => {
    const broken = event('broken', { severity: 'critical', labels: { rule: ['audit_log.broken'] } })
    const attack = event('attack', { labels: { rule: ['session.brute_force'] } })
    const ofAttacks = rule({ filters: [{ label: 'rule', values: ['session.brute_force'] }] })
    expect(eventsForDefaultEmails([broken, attack], [ofAttacks], [channel()])).toEqual([broken])
    expect(eventsForDefaultEmails([broken, attack], [rule({ min_severity: 'critical' })], [channel()])).toEqual([
      attack,
    ])
    expect(eventsForDefaultEmails([broken, attack], [ofAttacks, rule()], [channel()])).toEqual([])
  })
})
