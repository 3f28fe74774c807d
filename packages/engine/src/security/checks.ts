/**
 * Checks of an organization's own security in Kept: its users, sign-in, API keys and audit log. Each has a threshold, a
 * severity and the screen on which it is fixed.
 */
import type { CheckSeverity } from '@kept/domain/security-check.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import { counted } from '@kept/foundation/format/number.ts'
import {
  type CheckedKey,
  type CheckedPerson,
  INACTIVE_AFTER_DAYS,
  isInactive,
  isOldKey,
  isSignInElsewhere,
  isUnlimitedKey,
  isUnusedKey,
  OLD_KEY_DAYS,
} from './conditions.ts'
import { namesOf } from './scans/names.ts'

/** Checkpoints are signed every 15 minutes. */
const CHECKPOINT_MINUTES = 60
/** More in a day than people mistype. */
const MAX_FAILED_SIGN_INS = 20

export interface SecurityFacts {
  /** Active users and active API keys. */
  people: readonly CheckedPerson[]
  api_keys: readonly CheckedKey[]
  policies: EnforcedPolicies
  failed_sign_ins_last_day: number
  /** When the first event after the last signed checkpoint happened; null without any, undefined where none is signed. */
  unsigned_since: string | null | undefined
}

interface Outcome {
  /** Undefined where it cannot be known; the detail says why. */
  passes: boolean | undefined
  detail: string
  /** How many users or keys were evaluated, and how many of them fail; left out where the organization is evaluated. */
  counts?: { evaluated: number; failing: number }
}

interface Check {
  id: string
  title: string
  severity: CheckSeverity
  href: string
  /** Why Kept always knows it: then it passes, fails or has nothing to check. Without it, it can be unknown. */
  certainty?: string
  /** Undefined: there is nothing to check. */
  evaluate(facts: SecurityFacts, now: number): Outcome | undefined
}

export const securityChecks: readonly Check[] = [
  {
    id: 'admins-second-factor',
    title: 'Every admin has a second factor',
    severity: 'critical',
    href: '/admin/users',
    evaluate: ({ people, policies }) =>
      withSecondFactor(
        people.filter(({ role }) => role === 'admin'),
        'admin',
        policies,
      ),
  },
  {
    id: 'audit-log-signed',
    title: 'Audit events are signed within an hour',
    severity: 'critical',
    href: '/security?tab=audit',
    certainty:
      'Checkpoints are stored where they are signed; a log that is never signed, as of the demo, has nothing to check.',
    evaluate: ({ unsigned_since }, now) => {
      if (unsigned_since === undefined) return undefined
      const passes = unsigned_since === null || now - millisecondsOf(unsigned_since) < CHECKPOINT_MINUTES * 60_000
      if (!passes) return { passes, detail: 'No event of the last hour is signed.' }
      return {
        passes,
        detail:
          unsigned_since === null ? 'Every event is signed.' : 'Only events of the last hour wait for a signature.',
      }
    },
  },
  {
    id: 'second-factor-policy',
    title: 'A policy requires a second factor',
    severity: 'high',
    href: '/security?tab=policies',
    evaluate({ policies }) {
      const { second_factor } = policies
      if (second_factor) return { passes: true, detail: `Required of ${second_factor.applies_to}.` }
      return isSignInElsewhere(policies)
        ? { passes: undefined, detail: `${signInElsewhere} Kept cannot read whether it requires a second factor.` }
        : { passes: false, detail: 'No policy requires it.' }
    },
  },
  {
    id: 'users-second-factor',
    title: 'Every user has a second factor',
    severity: 'high',
    href: '/admin/users',
    evaluate({ people, policies }) {
      const others = people.filter(({ role }) => role !== 'admin')
      return others.length === 0 ? undefined : withSecondFactor(others, 'user', policies)
    },
  },
  {
    id: 'api-keys-young',
    title: `API keys are at most ${OLD_KEY_DAYS} days old`,
    severity: 'high',
    href: '/security?tab=keys',
    certainty: 'Kept records when it made a key.',
    evaluate: ({ api_keys }, now) => ofKeys(api_keys, (key) => isOldKey(key, now), 'older'),
  },
  {
    id: 'api-keys-used',
    title: 'Every API key is used',
    severity: 'medium',
    href: '/security?tab=keys',
    certainty: 'Kept records the last use of a key with the request.',
    evaluate: ({ api_keys }, now) => ofKeys(api_keys, (key) => isUnusedKey(key, now), 'not used'),
  },
  {
    id: 'second-admin',
    title: 'There is more than one admin',
    severity: 'medium',
    href: '/admin/users',
    certainty: 'Users and their roles are rows of Kept.',
    evaluate: ({ people }) => {
      const admins = people.filter(({ role }) => role === 'admin').length
      return { passes: admins > 1, detail: `${counted(admins, 'active admin')}.` }
    },
  },
  {
    id: 'no-inactive-users',
    title: `Every user was active in the last ${INACTIVE_AFTER_DAYS} days`,
    severity: 'medium',
    href: '/admin/users',
    certainty: 'Kept records when it last saw a user, and when the user was created.',
    evaluate: ({ people }, now) => {
      const inactive = people.filter((person) => isInactive(person, now))
      return {
        passes: inactive.length === 0,
        detail: inactive.length === 0 ? `${counted(people.length, 'active user')}.` : `Not seen: ${namesOf(inactive)}.`,
        counts: { evaluated: people.length, failing: inactive.length },
      }
    },
  },
  {
    id: 'few-failed-sign-ins',
    title: 'Few sign-ins fail',
    severity: 'medium',
    href: '/security?tab=audit&action=session.refused',
    evaluate({ failed_sign_ins_last_day: failed, policies }) {
      if (failed <= MAX_FAILED_SIGN_INS && isSignInElsewhere(policies))
        return { passes: undefined, detail: `${signInElsewhere} Kept does not see the sign-ins that fail there.` }
      return { passes: failed <= MAX_FAILED_SIGN_INS, detail: `${failed} failed in the last 24 hours.` }
    },
  },
  {
    id: 'session-lifetime-policy',
    title: 'A policy limits the session lifetime',
    severity: 'low',
    href: '/security?tab=policies',
    certainty: 'Policies are rows of Kept; without a row there is no policy.',
    evaluate: ({ policies: { session_lifetime } }) => ({
      passes: session_lifetime !== undefined,
      detail: session_lifetime ? `At most ${counted(session_lifetime.max_hours, 'hour')}.` : 'No policy limits it.',
    }),
  },
  {
    id: 'api-key-addresses',
    title: 'API keys work only from known addresses',
    severity: 'low',
    href: '/security?tab=keys',
    certainty: 'Ranges of keys and policies are rows of Kept.',
    evaluate: ({ api_keys, policies }) => ofKeys(api_keys, (key) => isUnlimitedKey(key, policies), 'not limited'),
  },
]

const signInElsewhere = 'Users sign in only at an identity provider.'

function withSecondFactor(people: readonly CheckedPerson[], noun: string, policies: EnforcedPolicies) {
  const lacking = people.filter(({ second_factor }) => !second_factor)
  const detail = sharing(people, lacking, noun)
  return lacking.length > 0 && isSignInElsewhere(policies)
    ? { passes: undefined, detail: `${signInElsewhere} Kept cannot read whether it asks for a second factor.` }
    : { passes: lacking.length === 0, detail, counts: { evaluated: people.length, failing: lacking.length } }
}

function sharing(all: readonly CheckedPerson[], lacking: readonly CheckedPerson[], noun: string): string {
  const have = `${all.length - lacking.length} of ${counted(all.length, noun)} ${all.length === 1 ? 'has' : 'have'} one.`
  return lacking.length === 0 ? have : `${have} Missing: ${namesOf(lacking)}.`
}

function ofKeys(keys: readonly CheckedKey[], isFailing: (key: CheckedKey) => boolean, label: string) {
  if (keys.length === 0) return undefined
  const failing = keys.filter(isFailing)
  const detail =
    failing.length === 0
      ? `${counted(keys.length, 'active key')}.`
      : `${failing.length} of ${keys.length} ${label}: ${namesOf(failing)}.`
  return { passes: failing.length === 0, detail, counts: { evaluated: keys.length, failing: failing.length } }
}

function millisecondsOf(moment: string): number {
  return Temporal.Instant.from(moment).epochMilliseconds
}
