import { scanKinds } from '@kept/domain/security-scan.ts'
import { describe, expect, it } from 'vitest'
import { compareScans } from './compare-scans.ts'
import { evaluateScan, type ScanFacts } from './evaluate-scan.ts'
import { organizationChecks } from './organization-checks.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
const none = { allow: [], deny: [] }
const person = (name: string, role: 'admin' | 'user') => ({
  ...{ id: name, name, role, grants: none, second_factor: true, created_at: daysAgo(200), last_seen_at: daysAgo(1) },
})
const people = [
  person('Ana', 'admin'),
  person('Omar', 'admin'),
  ...'abcd'.split('').map((name) => person(name, 'user')),
]
const key = { id: 'k', name: 'ci', scopes: ['costs:read' as const], creator: {}, creator_kept_out: '' }
const sound: ScanFacts = {
  security: {
    people,
    api_keys: [],
    policies: {},
    failed_sign_ins_last_day: 0,
    unsigned_since: undefined,
  },
  organization: {
    people,
    api_keys: [key],
    invitations: [{ id: 'i', email: 'mei@example.com', sent_at: daysAgo(1) }],
    invitations_total: 1,
    credentials: [{ id: 'c', name: 'exports', created_at: daysAgo(5) }],
    last_access_review: daysAgo(10),
  },
  inventory: [],
  coverage: { complete: [], denied: [], unread: [], trail_regions: [] },
}
const statusOf = (id: string, organization: Partial<ScanFacts['organization']>) => {
  const facts = { ...sound, organization: { ...sound.organization, ...organization } }
  const results = [...evaluateScan('access', facts, now), ...evaluateScan('secrets', facts, now)]
  return results.find(({ check_id }) => check_id === id)
}

describe('evaluateScan', () => {
  it('has at least sixty checks, each in one kind of scan', () => {
    const ids = scanKinds.flatMap((kind) => evaluateScan(kind, sound, now).map(({ check_id }) => check_id))
    expect(ids.length).toBeGreaterThanOrEqual(60)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('counts the users and keys that a check evaluated, and those that fail', () => {
    const lacking = { ...person('Ida', 'user'), second_factor: false }
    const keys = ['new', 'old'].map((name) => ({
      ...{ name, created_at: daysAgo(name === 'old' ? 91 : 1), last_used_at: daysAgo(1), ranges: ['10.0.0.1'] },
    }))
    const security = { ...sound.security, people: [...people, lacking], api_keys: keys }
    const counts = new Map(
      scanKinds
        .flatMap((kind) => evaluateScan(kind, { ...sound, security }, now))
        .map((result) => [result.check_id, [result.evaluated_count, result.failing_count]]),
    )
    expect(counts.get('users-second-factor')).toEqual([5, 1])
    expect(counts.get('admins-second-factor')).toEqual([2, 0])
    expect(counts.get('no-inactive-users')).toEqual([7, 0])
    expect(counts.get('api-keys-young')).toEqual([2, 1])
    // Of the organization itself.
    expect(counts.get('session-lifetime-policy')).toEqual([1, 1])
    expect(counts.get('audit-log-signed')).toEqual([0, 0])
  })

  it.each<[string, Partial<ScanFacts['organization']>, string, Partial<ScanFacts['organization']>]>([
    ['few-admins', { people: people.map((entry) => ({ ...entry, role: 'admin' })) }, 'Ana', { people: [] }],
    [
      'no-raising-grants',
      { people: [...people, { ...person('Ida', 'user'), grants: { allow: ['users:write'], deny: [] } }] },
      'Ida',
      { people: [] },
    ],
    [
      'no-raising-grants',
      {
        people: [
          ...people,
          {
            ...person('Kim', 'user'),
            grants: { ...none, custom_role: { id: 'r', name: 'Auditor', permissions: ['security:write'] } },
          },
        ],
      },
      'Kim',
      { people: [] },
    ],
    [
      'invitations-answered',
      { invitations: [{ id: 'i', email: 'mei@example.com', sent_at: daysAgo(8) }] },
      'mei@example.com',
      { invitations: [], invitations_total: 0 },
    ],
    [
      'api-keys-few-scopes',
      { api_keys: [{ ...key, scopes: Array.from({ length: 9 }, () => 'costs:read' as const) }] },
      'ci',
      { api_keys: [] },
    ],
    ['api-keys-owned', { api_keys: [{ ...key, creator: undefined }] }, 'ci', { api_keys: [] }],
    ['api-keys-owned', { api_keys: [{ ...key, creator_kept_out: 'can no longer sign in' }] }, 'ci', { api_keys: [] }],
    [
      'storage-credentials-young',
      { credentials: [{ id: 'c', name: 'exports', created_at: daysAgo(91) }] },
      'exports',
      { credentials: [] },
    ],
    ['access-reviewed', { last_access_review: daysAgo(181) }, '6 of 6 users', { people: [] }],
    ['access-reviewed', { last_access_review: null }, '6 of 6 users', { people: [] }],
  ])('%s passes, fails, and does not apply', (id, failing, name, empty) => {
    expect(statusOf(id, {})?.status).toBe('pass')
    expect(statusOf(id, failing)).toMatchObject({ status: 'fail', detail: expect.stringContaining(name) })
    expect(statusOf(id, empty)?.status).toBe('not_applicable')
  })

  it.each(organizationChecks)('$id cannot know, or says why it always can', ({ id, certainty }) => {
    const unread: Readonly<Record<string, Partial<ScanFacts['organization']>>> = {
      'invitations-answered': { invitations_total: 2 },
    }
    if ('because' in certainty) {
      expect(certainty.because).toMatch(/^[A-Z].+\.$/)
      expect(unread[id]).toBeUndefined()
      return
    }
    expect(statusOf(id, unread[id] ?? {})).toMatchObject({
      status: 'unknown',
      detail: 'Only 1 of 2 open invitations were read.',
    })
  })

  it('fails by an invitation that was read, even when others were not', () => {
    const invitations = [{ id: 'i', email: 'mei@example.com', sent_at: daysAgo(8) }]
    expect(statusOf('invitations-answered', { invitations, invitations_total: 2 })?.status).toBe('fail')
  })
})

describe('compareScans', () => {
  it('names new failures, what was fixed and what still fails', () => {
    const resultsWith = (statuses: Record<string, 'pass' | 'fail' | 'unknown'>) =>
      Object.entries(statuses).map(([check_id, status]) => ({ check_id, status, failing_count: 1 }))
    expect(
      compareScans(
        resultsWith({ a: 'fail', b: 'fail', c: 'pass', d: 'fail' }),
        resultsWith({ a: 'pass', b: 'fail', c: 'fail', d: 'unknown', e: 'fail' }),
      ),
    ).toEqual({ new_failures: ['c', 'e'], fixed: ['a'], still_failing: ['b'], grown: [] })
  })

  it.each([
    [1, 6, true],
    [1, 5, false],
    [40, 60, false],
    [40, 80, true],
    [6, 1, false],
  ])('of a check that failed for %i and fails for %i says whether it grew: %s', (was, now, isGrown) => {
    const failing = (failing_count: number) => [{ check_id: 'a', status: 'fail' as const, failing_count }]
    expect(compareScans(failing(was), failing(now)).grown).toEqual(isGrown ? ['a'] : [])
  })
})
