/**
 * The law of all checks of scans: each has a world in which it holds, one in which it fails, and one in which it cannot
 * be known, with the reason. What Kept always knows says why. Checks of clouds have theirs in `cloud-checks.test.ts`.
 */
import { describe, expect, it } from 'vitest'
import { securityChecks } from '../checks.ts'
import { cloudChecks } from './cloud/all.ts'
import { evaluateScan, type ScanFacts } from './evaluate-scan.ts'
import { organizationChecks } from './organization-checks.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
const person = (name: string, role: 'admin' | 'user', changes: object = {}) => ({
  ...{ id: name, name, role, grants: { allow: [], deny: [] }, second_factor: true },
  ...{ created_at: daysAgo(200), last_seen_at: daysAgo(1), ...changes },
})
const people = [
  ...[person('Ana', 'admin'), person('Omar', 'admin')],
  ...['Mei', 'Ida', 'Kim', 'Leo'].map((name) => person(name, 'user')),
]
const key = { name: 'ci', created_at: daysAgo(20), last_used_at: daysAgo(0), ranges: ['10.0.0.1'] }
const scoped = { id: 'k', name: 'ci', scopes: ['costs:read' as const], creator: {}, creator_kept_out: '' }
const policies: ScanFacts['security']['policies'] = {
  second_factor: { applies_to: 'admins' },
  session_lifetime: { max_hours: 12, idle_minutes: 30 },
}
const elsewhere = { sign_in: { methods: ['identity_provider' as const], email_domains: [] } }

type Security = Partial<ScanFacts['security']>
type Organization = Partial<ScanFacts['organization']>

function scanned(security: Security, organization: Organization) {
  const facts: ScanFacts = {
    security: {
      ...{ people, api_keys: [key], policies, failed_sign_ins_last_day: 2, unsigned_since: null },
      ...security,
    },
    organization: {
      ...{ people, api_keys: [scoped], invitations_total: 1, last_access_review: daysAgo(10) },
      invitations: [{ id: 'i', email: 'mei@example.com', sent_at: daysAgo(1) }],
      credentials: [{ id: 'c', name: 'exports', created_at: daysAgo(5) }],
      ...organization,
    },
    inventory: [],
    coverage: { complete: [], denied: [], unread: [], trail_regions: [] },
  }
  const results = (['self', 'access', 'secrets'] as const).flatMap((kind) => evaluateScan(kind, facts, now))
  return new Map(results.map((result) => [result.check_id, result]))
}

interface World {
  fails: Security
  unknown?: Security
}

const withoutFactor = (role: 'admin' | 'user') =>
  people.map((entry) => ({ ...entry, second_factor: entry.role !== role }))

const securityWorlds: Readonly<Record<string, World>> = {
  'admins-second-factor': {
    fails: { people: withoutFactor('admin') },
    unknown: { people: withoutFactor('admin'), policies: { ...policies, ...elsewhere } },
  },
  'users-second-factor': {
    fails: { people: withoutFactor('user') },
    unknown: { people: withoutFactor('user'), policies: { ...policies, ...elsewhere } },
  },
  'second-factor-policy': { fails: { policies: {} }, unknown: { policies: elsewhere } },
  'few-failed-sign-ins': {
    fails: { failed_sign_ins_last_day: 21 },
    unknown: { failed_sign_ins_last_day: 0, policies: { ...policies, ...elsewhere } },
  },
  'audit-log-signed': { fails: { unsigned_since: daysAgo(1) } },
  'api-keys-young': { fails: { api_keys: [{ ...key, created_at: daysAgo(91) }] } },
  'api-keys-used': { fails: { api_keys: [{ ...key, last_used_at: null }] } },
  'second-admin': { fails: { people: [person('Ana', 'admin')] } },
  'no-inactive-users': { fails: { people: [...people, person('Ben', 'user', { last_seen_at: daysAgo(91) })] } },
  'session-lifetime-policy': { fails: { policies: {} } },
  'api-key-addresses': { fails: { api_keys: [{ ...key, ranges: [] }] } },
}

const invitation = { id: 'i', email: 'mei@example.com', sent_at: daysAgo(8) }
const organizationWorlds: Readonly<Record<string, { fails: Organization; unknown?: Organization }>> = {
  'few-admins': { fails: { people: people.map((entry) => ({ ...entry, role: 'admin' as const })) } },
  'no-raising-grants': {
    fails: { people: [...people, person('Ben', 'user', { grants: { allow: ['users:write'], deny: [] } })] },
  },
  'invitations-answered': { fails: { invitations: [invitation] }, unknown: { invitations_total: 2 } },
  'api-keys-few-scopes': {
    fails: { api_keys: [{ ...scoped, scopes: Array.from({ length: 9 }, () => 'costs:read' as const) }] },
  },
  'access-reviewed': { fails: { last_access_review: null } },
  'api-keys-owned': { fails: { api_keys: [{ ...scoped, creator: undefined }] } },
  'storage-credentials-young': { fails: { credentials: [{ id: 'c', name: 'exports', created_at: daysAgo(91) }] } },
}

const checks = [
  ...securityChecks.map(({ id, certainty }) => ({
    id,
    reason: certainty,
    ...resultsIn(id, securityWorlds[id], (facts: Security) => scanned(facts, {})),
  })),
  ...organizationChecks.map(({ id, certainty }) => ({
    id,
    reason: 'because' in certainty ? certainty.because : undefined,
    ...resultsIn(id, organizationWorlds[id], (facts: Organization) => scanned({}, facts)),
  })),
]

/** Of one check: in a sound organization, in the world in which it fails, and in the one in which it cannot be known. */
function resultsIn<Facts>(
  id: string,
  worlds: { fails: Facts; unknown?: Facts | undefined } | undefined,
  scan: (facts: Facts) => ReadonlyMap<string, { status: string; detail: string }>,
) {
  const { fails, unknown } = worlds ?? {}
  return {
    sound: () => scanned({}, {}).get(id),
    fails: fails && (() => scan(fails).get(id)),
    unknown: unknown && (() => scan(unknown).get(id)),
  }
}

describe('every check of a scan', () => {
  it.each(checks)(
    '$id holds, fails, and cannot be known or says why it always is',
    ({ id, reason, sound, fails, unknown }) => {
      if (!fails)
        throw new Error(`${id} has no worlds. Add one in which it fails, and one in which it cannot be known.`)
      expect(sound()?.status).toBe('pass')
      expect(fails()?.status).toBe('fail')
      expect(reason === undefined, 'a reason, or a world in which it cannot be known').toBe(unknown !== undefined)
      if (reason !== undefined) expect(reason).toMatch(/^[A-Z].+\.$/)
      if (!unknown) return
      expect(unknown()).toMatchObject({ status: 'unknown', detail: expect.stringMatching(/^[A-Z].+\.$/) })
    },
  )

  it('is known by Kept alone in few cases: what it records itself', () => {
    const always = checks.filter(({ reason }) => reason !== undefined)
    expect(always.length).toBeLessThanOrEqual(13)
    expect(checks.length + cloudChecks.length).toBe(73)
  })

  it('still fails by what is seen, wherever users sign in', () => {
    const facts = { failed_sign_ins_last_day: 21, policies: elsewhere }
    expect(scanned(facts, {}).get('few-failed-sign-ins')?.status).toBe('fail')
    expect(scanned({ policies: { ...policies, ...elsewhere } }, {}).get('admins-second-factor')?.status).toBe('pass')
  })
})
