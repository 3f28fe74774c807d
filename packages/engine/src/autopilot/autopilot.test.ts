import type { AutopilotChange, AutopilotSettings } from '@kept/domain/autopilot.ts'
import { describe, expect, it } from 'vitest'
import { findUnhealthy } from './health.ts'
import { exceededLimit } from './limits.ts'
import { nextStep } from './next-step.ts'
import { type Candidate, selectCandidates } from './select-changes.ts'
import { waitReasonAt } from './times.ts'

const money = (amount: string, currency = 'USD') => ({ amount, currency })
const settings: AutopilotSettings = {
  ...{ name: 'Volumes', enabled: true, mode: 'automatic', rules: ['unattached-volume'], canary_changes: 1 },
  scope: { providers: ['aws'], accounts: [], regions: [], tags: [{ key: 'team', value: '' }] },
  conditions: {
    ...{ min_confidence: 0.8, min_monthly_savings: money('5'), min_age_days: 7, environments: ['dev'] },
    excluded_tags: [{ key: 'keep', value: 'true' }],
  },
  times: { time_zone: 'Europe/Berlin', windows: [{ days: [5], from: '22:00', to: '02:00' }], freezes: [] },
  limits: { max_changes_per_run: 2, max_savings_per_day: money('100'), max_share_percent: 10 },
  health: { wait_minutes: 30, checks: [] },
}
const nowMs = Temporal.Instant.from('2026-06-12T20:30:00Z').epochMilliseconds

const candidate = (more: Partial<Candidate> = {}): Candidate => ({
  ...{ id: 'a', rule: 'unattached-volume', provider: 'aws', sub_account_id: '1', region: 'eu-west-1' },
  ...{ resource_id: 'vol-1', resource_name: 'vol-1', tags: { team: 'web', 'user:Environment': 'Dev' } },
  ...{ currency: 'USD', monthly_savings: '20', confidence: 0.9, first_seen_at: '2026-06-01T00:00:00Z' },
  ...{ is_critical: false, has_remedy: true },
  ...more,
})

describe('waitReasonAt', () => {
  const at = (instant: string, times = settings.times) =>
    waitReasonAt(times, Temporal.Instant.from(instant).epochMilliseconds)

  it('opens a window on the local clock, and past midnight', () => {
    expect(at('2026-06-12T20:00:00Z')).toBeUndefined()
    expect(at('2026-06-12T23:59:00Z')).toBeUndefined()
    expect(at('2026-06-13T00:00:00Z')).toBe('It is 02:00 in Europe/Berlin, outside the windows of the policy.')
    expect(at('2026-06-12T19:59:00Z')).toContain('21:59')
  })

  it('is closed in a freeze, whatever the windows', () => {
    const freezes = [{ start_date: '2026-06-12', end_date: '2026-06-14', reason: 'Launch.' }]
    expect(at('2026-06-12T20:00:00Z', { ...settings.times, freezes })).toBe(
      'Changes are frozen until 2026-06-14: Launch.',
    )
    expect(at('2026-06-14T20:00:00Z', { time_zone: 'UTC', windows: [], freezes })).toBeUndefined()
  })
})

describe('selectCandidates', () => {
  it.each([
    [{ has_remedy: false }, 'Kept has no remedy for it.'],
    [{ is_critical: true }, 'The resource is tagged as critical.'],
    [{ monthly_savings: null }, 'Its savings are not estimated.'],
    [{ currency: 'EUR' }, 'Its savings are in EUR, and the policy is in USD.'],
    [{ monthly_savings: '4.99' }, 'It saves less than the policy demands.'],
    [{ confidence: 0.79 }, 'Its confidence is below that of the policy.'],
    [{ first_seen_at: '2026-06-10T00:00:00Z' }, 'It was first seen too recently.'],
    [{ tags: { team: 'web' } }, 'It is in another environment, or in none.'],
    [{ tags: { team: 'web', env: 'dev', keep: 'true' } }, 'It has the excluded tag keep.'],
  ])('skips %j', (more, reason) => {
    expect(selectCandidates(settings, [candidate(more)], nowMs)).toMatchObject({ selected: [], skipped: [{ reason }] })
  })

  it('selects the largest saving of each resource, in scope', () => {
    const all = [
      candidate(),
      candidate({ id: 'b', monthly_savings: '30' }),
      candidate({ id: 'c', resource_id: 'vol-2', monthly_savings: '25' }),
      candidate({ id: 'd', resource_id: 'vol-3', provider: 'gcp' }),
      candidate({ id: 'e', resource_id: 'vol-4', tags: { env: 'dev' } }),
      candidate({ id: 'f', resource_id: 'vol-5', rule: 'idle-instance' }),
    ]
    const { selected, skipped } = selectCandidates(settings, all, nowMs)
    expect(selected.map(({ id }) => id)).toEqual(['b', 'c'])
    expect(skipped.map(({ candidate: { id } }) => id)).toEqual(['a'])
  })
})

describe('exceededLimit', () => {
  const check = (savingsOfDay: string[], inRun: number, scopeResources = 100) =>
    exceededLimit(settings.limits, { inRun, savingsOfDay, scopeResources }, { monthly_savings: '40', currency: 'USD' })

  it('allows up to each limit, and not beyond', () => {
    expect(check(['60'], 1)).toBeUndefined()
    expect(check(['60', '0'], 2)).toBe('The policy allows 2 changes in a run.')
    expect(check(['60.01'], 0)).toContain('changes worth 100 USD a month')
    expect(check(['1'], 0, 20)).toBeUndefined()
    expect(check(['1'], 0, 19)).toContain('10% of the 19 resources')
    // An empty scope allows nothing.
    expect(check([], 0, 0)).toContain('of the 0 resources')
  })
})

describe('findUnhealthy', () => {
  const check = { metric: 'latency', resource_id: '', statistic: 'max', comparison: 'at_most', value: 200 } as const

  it('holds at the threshold, and never without a value', () => {
    expect(findUnhealthy([])).toBeUndefined()
    expect(findUnhealthy([{ check, value: 200 }])).toBeUndefined()
    expect(findUnhealthy([{ check, value: 200.1 }])).toBe(
      'latency (max) is 200.1 since the change and should be at most 200.',
    )
    for (const value of [null, Number.NaN]) expect(findUnhealthy([{ check, value }])).toContain('unknown')
  })
})

describe('nextStep', () => {
  const change = (state: AutopilotChange['state'], more: Partial<AutopilotChange> = {}): AutopilotChange => ({
    ...{ id: state, recommendation_id: 'r', position: 0, is_canary: false, resource_id: 'v', resource_name: 'v' },
    ...{ rule: 'unattached-volume', step: 'delete', monthly_savings: '1', currency: 'USD', state, reason: 'Why.' },
    ...{ started_at: null, check_at: null, ended_at: null },
    ...more,
  })
  const step = (changes: AutopilotChange[], haltReason = '') => nextStep({ changes, nowMs, haltReason, waitReason: '' })

  it('restores before it checks, and checks before it starts', () => {
    expect(step([change('pending'), change('checking'), change('rolling_back')]).kind).toBe('roll_back')
    expect(step([change('pending'), change('checking')]).kind).toBe('check')
    expect(step([change('pending')]).kind).toBe('apply')
  })

  it('starts the rest only after the canary was verified', () => {
    const later = { is_canary: true, check_at: '2026-06-12T21:00:00Z' }
    expect(step([change('checking', later), change('pending')])).toMatchObject({ kind: 'wait' })
    expect(step([change('verified', later), change('pending')]).kind).toBe('apply')
    expect(step([change('skipped', later), change('pending')])).toMatchObject({
      kind: 'skip',
      reason: 'No change of the canary was verified.',
    })
  })

  it('starts nothing after a failure or a stop, and still watches what was applied', () => {
    const later = { check_at: '2026-06-12T21:00:00Z' }
    expect(step([change('failed'), change('pending')])).toMatchObject({
      kind: 'skip',
      reason: expect.stringContaining('Why.'),
    })
    expect(step([change('checking', later), change('pending')], 'Stopped.')).toMatchObject({ kind: 'skip' })
    expect(step([change('checking', later), change('skipped')], 'Stopped.')).toMatchObject({ kind: 'wait' })
    expect(step([change('verified'), change('skipped')], 'Stopped.')).toEqual({
      ...{ kind: 'end', state: 'stopped', reason: 'Stopped.' },
    })
  })
})
