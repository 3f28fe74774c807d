import { describe, expect, it } from 'vitest'
import type { SecurityFacts } from './checks.ts'
import { evaluateSecurityChecks } from './evaluate-checks.ts'
import { scoreOf } from './score.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
const person = (name: string, role: 'admin' | 'user', second_factor = true) => ({
  ...{ name, role, second_factor },
  ...{ created_at: daysAgo(200), last_seen_at: daysAgo(1) },
})
const sound: SecurityFacts = {
  people: [person('Ana', 'admin'), person('Omar', 'admin'), person('Mei', 'user')],
  api_keys: [{ name: 'ci', created_at: daysAgo(20), last_used_at: daysAgo(0), ranges: ['10.0.0.1'] }],
  policies: { second_factor: { applies_to: 'admins' }, session_lifetime: { max_hours: 12, idle_minutes: 30 } },
  failed_sign_ins_last_day: 2,
  unsigned_since: daysAgo(0.001),
}
const failing = (facts: Partial<SecurityFacts>) =>
  evaluateSecurityChecks({ ...sound, ...facts }, now).filter(({ status }) => status === 'fail')

describe('evaluateSecurityChecks', () => {
  it('passes where everything is in order', () => {
    const results = evaluateSecurityChecks(sound, now)
    expect(results.filter(({ status }) => status !== 'pass')).toEqual([])
    expect(scoreOf(results)).toEqual({ value: 100, earned: 49, possible: 49 })
  })

  it.each<[string, Partial<SecurityFacts>, string]>([
    ['admins-second-factor', { people: [person('Ana', 'admin', false), person('Omar', 'admin')] }, 'Missing: Ana.'],
    ['audit-log-signed', { unsigned_since: daysAgo(1) }, 'No event of the last hour'],
    ['users-second-factor', { people: [...sound.people, person('Ida', 'user', false)] }, '1 of 2 users have one.'],
    ['second-admin', { people: [person('Ana', 'admin')] }, '1 active admin.'],
    [
      'no-inactive-users',
      { people: [...sound.people, { ...person('Ida', 'user'), last_seen_at: daysAgo(91) }] },
      'Ida',
    ],
    ['few-failed-sign-ins', { failed_sign_ins_last_day: 21 }, '21 failed'],
    ['second-factor-policy', { policies: { ...sound.policies, second_factor: undefined } }, 'No policy'],
    ['session-lifetime-policy', { policies: { ...sound.policies, session_lifetime: undefined } }, 'No policy'],
  ])('%s fails', (id, facts, detail) => {
    expect(failing(facts)).toMatchObject([{ id, detail: expect.stringContaining(detail) }])
  })

  it('evaluates API keys by age, use and addresses, and not at all without any', () => {
    const old = { name: 'old', created_at: daysAgo(91), last_used_at: null, ranges: [] }
    expect(failing({ api_keys: [old] }).map(({ id }) => id)).toEqual([
      'api-keys-young',
      'api-keys-used',
      'api-key-addresses',
    ])
    const none = evaluateSecurityChecks({ ...sound, api_keys: [] }, now)
    expect(none.filter(({ status }) => status === 'not_applicable')).toHaveLength(3)
    expect(scoreOf(none).possible).toBe(49 - 5 - 3 - 1)
  })

  it('says of the audit log no more than what is signed', () => {
    const detailOf = (unsigned_since: string | null) =>
      evaluateSecurityChecks({ ...sound, unsigned_since }, now).find(({ id }) => id === 'audit-log-signed')?.detail
    expect(detailOf(null)).toBe('Every event is signed.')
    expect(detailOf(daysAgo(0.01))).toBe('Only events of the last hour wait for a signature.')
  })

  it('lists failing checks first, by severity', () => {
    const results = evaluateSecurityChecks({ ...sound, people: [person('Ana', 'admin', false)], policies: {} }, now)
    expect(results.slice(0, 4).map(({ severity }) => severity)).toEqual(['critical', 'high', 'medium', 'low'])
  })
})
