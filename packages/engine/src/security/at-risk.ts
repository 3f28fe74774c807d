/** Which users and API keys are at risk, why, and on which screen that is fixed. */
import type { Grants, Permission } from '@kept/domain/permission.ts'
import { type CheckSeverity, checkSeverities } from '@kept/domain/security-check.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { securityChecks } from './checks.ts'
import {
  type CheckedKey,
  type CheckedPerson,
  canRaisePermissions,
  daysSince,
  hasManyScopes,
  isInactive,
  isOldKey,
  isSignInElsewhere,
  isUnlimitedKey,
  isUnownedKey,
  isUnusedKey,
  type KeyOwnership,
} from './conditions.ts'
import { organizationChecks } from './scans/organization-checks.ts'

/** The owner of a program has that long to renew its key. */
const EXPIRING_WITHIN_DAYS = 14

interface RiskReason {
  /** The check that fails by it; null: no check is about it. */
  check_id: string | null
  severity: CheckSeverity
  reason: string
  /** The screen on which it is fixed. */
  href: string
}

interface RiskPerson extends CheckedPerson {
  id: string
  grants: Grants
}

interface RiskKey extends CheckedKey, KeyOwnership {
  id: string
  scopes: readonly Permission[]
  expires_at: string
}

export interface AtRisk<Subject> {
  subject: Subject
  /** That of the first reason. */
  severity: CheckSeverity
  /** The worst first; at least one. */
  reasons: RiskReason[]
}

/** The worst first. `now` is in milliseconds. */
export function peopleAtRisk<Person extends RiskPerson>(
  people: readonly Person[],
  policies: EnforcedPolicies,
  now: number,
): AtRisk<Person>[] {
  return atRisk(people, (person) => {
    const { role, second_factor, last_seen_at } = person
    const fixed = `/admin/users?person=${encodeURIComponent(person.id)}`
    return [
      !second_factor &&
        !isSignInElsewhere(policies) &&
        (role === 'admin'
          ? ofCheck('admins-second-factor', 'Admin without a second factor', fixed)
          : ofCheck('users-second-factor', 'No second factor', fixed)),
      canRaisePermissions(person) &&
        ofCheck('no-raising-grants', 'Can raise permissions without being an admin', '/security?tab=access'),
      isInactive(person, now) && ofCheck('no-inactive-users', describeUse(last_seen_at, 'active', now), fixed),
    ]
  })
}

/** Of active keys; the worst first. `now` is in milliseconds. */
export function keysAtRisk<Key extends RiskKey>(
  keys: readonly Key[],
  policies: EnforcedPolicies,
  now: number,
): AtRisk<Key>[] {
  const fixed = '/security?tab=keys'
  return atRisk(keys, (key) => [
    isOldKey(key, now) &&
      ofCheck('api-keys-young', `Created ${counted(Math.floor(daysSince(key.created_at, now)), 'day')} ago`, fixed),
    isUnownedKey(key) && ofCheck('api-keys-owned', describeOwner(key), fixed),
    isUnusedKey(key, now) && ofCheck('api-keys-used', describeUse(key.last_used_at, 'used', now), fixed),
    hasManyScopes(key) && ofCheck('api-keys-few-scopes', `Has ${counted(key.scopes.length, 'scope')}`, fixed),
    isUnlimitedKey(key, policies) && ofCheck('api-key-addresses', 'Works from every address', fixed),
    -daysSince(key.expires_at, now) < EXPIRING_WITHIN_DAYS && {
      ...{ check_id: null, severity: 'low', href: fixed },
      reason: `Expires on ${formatDay(key.expires_at.slice(0, 10))}`,
    },
  ])
}

function describeUse(last: string | null, verb: 'active' | 'used', now: number): string {
  return last === null ? `Never ${verb}` : `Not ${verb} for ${counted(Math.floor(daysSince(last, now)), 'day')}`
}

function describeOwner({ creator, creator_kept_out }: KeyOwnership): string {
  return `Its creator ${creator === undefined ? 'is no longer an active user' : creator_kept_out}`
}

const severities = new Map([...securityChecks, ...organizationChecks].map(({ id, severity }) => [id, severity]))

function ofCheck(check_id: string, reason: string, href: string): RiskReason {
  const severity = severities.get(check_id)
  if (!severity) throw new Error(`There is no security check "${check_id}".`)
  return { check_id, severity, reason, href }
}

const rankOf = ({ severity }: { severity: CheckSeverity }) => checkSeverities.indexOf(severity)

function atRisk<Subject>(
  subjects: readonly Subject[],
  reasonsOf: (subject: Subject) => (RiskReason | false)[],
): AtRisk<Subject>[] {
  return subjects
    .flatMap((subject) => {
      const reasons = reasonsOf(subject)
        .filter((reason) => reason !== false)
        .sort((a, b) => rankOf(a) - rankOf(b))
      const [worst] = reasons
      return worst ? [{ subject, severity: worst.severity, reasons }] : []
    })
    .sort((a, b) => rankOf(a) - rankOf(b) || b.reasons.length - a.reasons.length)
}
