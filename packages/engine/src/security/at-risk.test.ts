import { expect, it } from 'vitest'
import { keysAtRisk, peopleAtRisk } from './at-risk.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
type Person = Parameters<typeof peopleAtRisk>[0][number]
type Key = Parameters<typeof keysAtRisk>[0][number]

const person: Person = {
  ...{ id: 'p1', name: 'Ana', role: 'user', second_factor: true, grants: { allow: [], deny: [] } },
  ...{ created_at: daysAgo(200), last_seen_at: daysAgo(1) },
}
const key: Key = {
  ...{ id: 'k1', name: 'ci', scopes: ['costs:read'], creator: {}, creator_kept_out: '', ranges: ['10.0.0.1'] },
  ...{ created_at: daysAgo(20), last_used_at: daysAgo(1), expires_at: daysAgo(-60) },
}
const reasonsOf = (changes: Partial<Person>, policies: Parameters<typeof peopleAtRisk>[1] = {}) =>
  peopleAtRisk([{ ...person, ...changes }], policies, now).flatMap(({ reasons }) => reasons)
const keyReasonsOf = (changes: Partial<Key>, policies = {}) =>
  keysAtRisk([{ ...key, ...changes }], policies, now).flatMap(({ reasons }) => reasons)

it('lists no one and no key that is in order', () => {
  expect([peopleAtRisk([person], {}, now), keysAtRisk([key], {}, now)]).toEqual([[], []])
})

it('says who lacks a second factor, by the check of their role, and where it is fixed', () => {
  expect(reasonsOf({ second_factor: false })).toEqual([
    {
      ...{ check_id: 'users-second-factor', severity: 'high' },
      ...{ reason: 'No second factor', href: '/admin/users?person=p1' },
    },
  ])
  expect(peopleAtRisk([{ ...person, role: 'admin', second_factor: false }], {}, now)).toMatchObject([
    { severity: 'critical', reasons: [{ check_id: 'admins-second-factor' }] },
  ])
})

it('holds no missing second factor against anyone where sign-in is only at an identity provider, like the checks', () => {
  const elsewhere = { sign_in: { methods: ['identity_provider' as const], email_domains: [] } }
  for (const role of ['admin', 'user'] as const) {
    expect(reasonsOf({ role, second_factor: false }, elsewhere)).toEqual([])
    expect(
      reasonsOf(
        { role, second_factor: false },
        { sign_in: { methods: ['identity_provider', 'password'], email_domains: [] } },
      ),
    ).toHaveLength(1)
  }
})

it('says who was not active, and who can raise permissions without being an admin', () => {
  expect(reasonsOf({ last_seen_at: daysAgo(90) })).toEqual([])
  expect(reasonsOf({ last_seen_at: daysAgo(91) })).toMatchObject([{ reason: 'Not active for 91 days' }])
  const raising = peopleAtRisk([{ ...person, grants: { allow: ['users:write'], deny: [] } }], {}, now)
  expect(raising).toMatchObject([{ reasons: [{ check_id: 'no-raising-grants', href: '/security?tab=access' }] }])
})

it('says what is wrong with a key, the worst first', () => {
  const scopes = Array.from({ length: 9 }, () => 'costs:read' as const)
  const reasons = keyReasonsOf({
    ...{ created_at: daysAgo(91), last_used_at: null, ranges: [], scopes, creator: undefined },
    expires_at: daysAgo(-13),
  })
  expect(reasons.map(({ check_id, reason }) => [check_id, reason])).toEqual([
    ['api-keys-young', 'Created 91 days ago'],
    ['api-keys-owned', 'Its creator is no longer an active user'],
    ['api-keys-used', 'Never used'],
    ['api-keys-few-scopes', 'Has 9 scopes'],
    ['api-key-addresses', 'Works from every address'],
    [null, 'Expires on Mar 14, 2026'],
  ])
  expect(keyReasonsOf({ expires_at: daysAgo(-14) })).toEqual([])
})

it('says of a key whose creator a policy keeps out why it is at risk', () => {
  expect(keyReasonsOf({ creator_kept_out: 'can no longer sign in' })).toMatchObject([
    { check_id: 'api-keys-owned', reason: 'Its creator can no longer sign in', href: '/security?tab=keys' },
  ])
})

it('does not hold it against a key that a policy limits all addresses', () => {
  expect(keyReasonsOf({ ranges: [] })).toHaveLength(1)
  expect(keyReasonsOf({ ranges: [] }, { api_keys: { max_days: 90, ranges: ['10.0.0.0/8'] } })).toEqual([])
})

it('begins with the worst', () => {
  const people = [
    { ...person, id: 'idle', last_seen_at: daysAgo(100) },
    { ...person, id: 'admin', role: 'admin' as const, second_factor: false },
  ]
  expect(peopleAtRisk(people, {}, now).map(({ subject }) => subject.id)).toEqual(['admin', 'idle'])
})
