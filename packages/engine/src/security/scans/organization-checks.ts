/** Checks of who may do what in Kept and of stored credentials, beyond those of the score. */
import { REVIEWED_FOR_DAYS } from '@kept/domain/access-review.ts'
import type { Grants, Permission, Role } from '@kept/domain/permission.ts'
import type { CheckSeverity } from '@kept/domain/security-check.ts'
import { maxScanSubjects, type ScanKind, type ScanResult } from '@kept/domain/security-scan.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { canRaisePermissions, hasManyScopes, isUnownedKey, type KeyOwnership, MAX_SCOPES } from '../conditions.ts'
import { namesOf } from './names.ts'

/** With fewer users, two admins are a share that says nothing. */
const MIN_USERS = 6
const MAX_ADMIN_SHARE = 1 / 3
const MAX_INVITATION_DAYS = 7
const CREDENTIAL_DAYS = 90
export interface OrganizationFacts {
  people: readonly { id: string; name: string; role: Role; grants: Grants }[]
  api_keys: readonly ({ id: string; name: string; scopes: readonly Permission[] } & KeyOwnership)[]
  /** Not accepted and not expired. */
  invitations: readonly { id: string; email: string; sent_at: string }[]
  /** How many there are; more than are listed when they are too many. */
  invitations_total: number
  /** Stored credentials of object storage; roles that Kept assumes store none. */
  credentials: readonly { id: string; name: string; created_at: string }[]
  /** The end of the last completed access review; null without one. */
  last_access_review: string | null
}

interface Subject {
  id: string
  name: string
}

interface OrganizationCheck {
  id: string
  kind: ScanKind
  title: string
  severity: CheckSeverity
  href: string
  /**
   * What may be missing to know it, in one sentence, or '' when nothing is; otherwise why Kept always knows it: then
   * the check passes, fails or has nothing to check.
   */
  certainty: { missing(facts: OrganizationFacts): string } | { because: string }
  /** What is checked, and what of it fails. */
  evaluate(
    facts: OrganizationFacts,
    now: number,
  ): { noun: string; all: readonly Subject[]; failing: readonly Subject[] }
}

const older = (moment: string, days: number, now: number) =>
  now - Temporal.Instant.from(moment).epochMilliseconds > days * dayMs

export const organizationChecks: readonly OrganizationCheck[] = [
  {
    id: 'few-admins',
    kind: 'access',
    title: 'At most a third of the users are admins',
    severity: 'medium',
    href: '/security?tab=access',
    certainty: { because: 'Users and their roles are rows of Kept, read at the moment of the scan.' },
    evaluate({ people }) {
      const all = people.length < MIN_USERS ? [] : people
      const admins = all.filter(({ role }) => role === 'admin')
      return { noun: 'user', all, failing: admins.length > all.length * MAX_ADMIN_SHARE ? admins : [] }
    },
  },
  {
    id: 'no-raising-grants',
    kind: 'access',
    title: 'Only admins can raise permissions',
    severity: 'high',
    href: '/security?tab=access',
    certainty: { because: 'Grants are rows of Kept, read at the moment of the scan.' },
    evaluate({ people }) {
      const all = people.filter(({ role }) => role !== 'admin')
      return { noun: 'user', all, failing: all.filter(canRaisePermissions) }
    },
  },
  {
    id: 'invitations-answered',
    kind: 'access',
    title: `No invitation is open for more than ${MAX_INVITATION_DAYS} days`,
    severity: 'low',
    href: '/admin/users',
    certainty: {
      missing: ({ invitations, invitations_total: total }) =>
        total > invitations.length ? `Only ${invitations.length} of ${total} open invitations were read.` : '',
    },
    evaluate({ invitations }, now) {
      const all = invitations.map(({ id, email, sent_at }) => ({ id, name: email, sent_at }))
      return {
        noun: 'open invitation',
        all,
        failing: all.filter(({ sent_at }) => older(sent_at, MAX_INVITATION_DAYS, now)),
      }
    },
  },
  {
    id: 'api-keys-few-scopes',
    kind: 'access',
    title: `API keys have at most ${MAX_SCOPES} scopes`,
    severity: 'medium',
    href: '/security?tab=keys',
    certainty: { because: 'Keys and their scopes are rows of Kept, read at the moment of the scan.' },
    evaluate: ({ api_keys }) => ({
      noun: 'API key',
      all: api_keys,
      failing: api_keys.filter(hasManyScopes),
    }),
  },
  {
    id: 'access-reviewed',
    kind: 'access',
    title: `Access was reviewed in the last ${REVIEWED_FOR_DAYS} days`,
    severity: 'medium',
    href: '/security?tab=access',
    certainty: { because: 'Reviews take place in Kept; without one, access was not reviewed.' },
    evaluate({ people, last_access_review }, now) {
      // No one reviews what they alone have.
      const all = people.length < 2 ? [] : people
      const isReviewed = last_access_review !== null && !older(last_access_review, REVIEWED_FOR_DAYS, now)
      return { noun: 'user', all, failing: isReviewed ? [] : all }
    },
  },
  {
    id: 'api-keys-owned',
    kind: 'secrets',
    title: 'Every API key was created by an active user who may sign in',
    severity: 'medium',
    href: '/security?tab=keys',
    certainty: {
      because:
        'Kept records the creator with each key; a user who left is no longer one, and policies are rows of Kept.',
    },
    evaluate: ({ api_keys }) => ({
      noun: 'API key',
      all: api_keys,
      failing: api_keys.filter(isUnownedKey),
    }),
  },
  {
    id: 'storage-credentials-young',
    kind: 'secrets',
    title: `Credentials of object storage are at most ${CREDENTIAL_DAYS} days old`,
    severity: 'medium',
    href: '/integrations',
    certainty: {
      because: 'Kept records when a connection was added; how old its credential is in the cloud does not count.',
    },
    evaluate: ({ credentials }, now) => ({
      noun: 'stored credential',
      all: credentials,
      failing: credentials.filter(({ created_at }) => older(created_at, CREDENTIAL_DAYS, now)),
    }),
  },
]

export function evaluateOrganizationCheck(
  { id, title, severity, href, certainty, evaluate }: OrganizationCheck,
  facts: OrganizationFacts,
  now: number,
): ScanResult {
  const { noun, all, failing } = evaluate(facts, now)
  const isFailing = failing.length > 0
  const missing = !isFailing && 'missing' in certainty ? certainty.missing(facts) : ''
  const status = all.length === 0 ? 'not_applicable' : isFailing ? 'fail' : 'pass'
  const failingOf = `${failing.length} of ${counted(all.length, noun)}: ${namesOf(failing)}.`
  const passingOf = all.length === 0 ? 'There is nothing to check.' : `${counted(all.length, noun)}.`
  const detail = isFailing ? failingOf : passingOf
  return {
    ...{ check_id: id, title, severity, href },
    ...(missing === '' ? { status, detail } : { status: 'unknown' as const, detail: missing }),
    evaluated_count: all.length,
    failing_count: failing.length,
    subjects: failing
      .slice(0, maxScanSubjects)
      .map((subject) => ({ provider: '', id: subject.id, name: subject.name })),
  }
}
