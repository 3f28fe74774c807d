/** What puts one user or one API key at risk. The checks and the list of who is at risk ask the same. */
import { effectivePermissions, type Grants, type Permission, type Role } from '@kept/domain/permission.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'

/** NIST SP 800-53 AC-2(3): accounts that were not used for a period are disabled. */
export const INACTIVE_AFTER_DAYS = 90
/** CIS and cloud providers rotate long-lived keys after 90 days. */
export const OLD_KEY_DAYS = 90
/** A key without use for so long was probably never needed. */
const UNUSED_KEY_DAYS = 7
/** A key with more scopes can do nearly everything. */
export const MAX_SCOPES = 8
/** Users with one of these can raise permissions or weaken what protects them. */
const raisingPermissions: readonly Permission[] = [
  'users:write',
  'security:write',
  'api_keys:write',
  'organization:write',
]

/** Of Kept itself. Every other method signs in at a provider, which may ask for more than Kept sees. */
const ownMethods = ['password', 'passkey']

export interface CheckedPerson {
  name: string
  role: Role
  second_factor: boolean
  created_at: string
  last_seen_at: string | null
}

export interface CheckedKey {
  name: string
  created_at: string
  last_used_at: string | null
  ranges: readonly string[]
}

/** Moments are ISO 8601, `now` is in milliseconds. */
export function daysSince(moment: string, now: number): number {
  return (now - Temporal.Instant.from(moment).epochMilliseconds) / dayMs
}

/** Users sign in only at an identity provider: whether it asks for a second factor, Kept cannot read. */
export function isSignInElsewhere({ sign_in }: EnforcedPolicies): boolean {
  return sign_in !== undefined && !sign_in.methods.some((method) => ownMethods.includes(method))
}

export function isInactive({ created_at, last_seen_at }: CheckedPerson, now: number): boolean {
  return daysSince(last_seen_at ?? created_at, now) > INACTIVE_AFTER_DAYS
}

/** By a grant or by a custom role; for admins it is their work. */
export function canRaisePermissions({ role, grants }: { role: Role; grants: Grants }): boolean {
  return (
    role !== 'admin' && effectivePermissions(role, grants).some((permission) => raisingPermissions.includes(permission))
  )
}

export function isOldKey({ created_at }: CheckedKey, now: number): boolean {
  return daysSince(created_at, now) > OLD_KEY_DAYS
}

export function isUnusedKey({ created_at, last_used_at }: CheckedKey, now: number): boolean {
  return last_used_at === null
    ? daysSince(created_at, now) > UNUSED_KEY_DAYS
    : daysSince(last_used_at, now) > INACTIVE_AFTER_DAYS
}

/** Neither the key nor a policy names the addresses from which it works. */
export function isUnlimitedKey({ ranges }: Pick<CheckedKey, 'ranges'>, policies: EnforcedPolicies): boolean {
  const isLimited =
    (policies.api_keys?.ranges.length ?? 0) > 0 || (policies.network && policies.network.covers !== 'console')
  return ranges.length === 0 && !isLimited
}

export function hasManyScopes({ scopes }: { scopes: readonly Permission[] }): boolean {
  return scopes.length > MAX_SCOPES
}

export interface KeyOwnership {
  /** Undefined when no active user created it. */
  creator: object | undefined
  /** Why a policy lets no session of its creator in, as the end of a sentence; '' where it lets one in. */
  creator_kept_out: string
}

/** No active user created it, or one who may not enter: then it does what its creator no longer can. */
export function isUnownedKey({ creator, creator_kept_out }: KeyOwnership): boolean {
  return creator === undefined || creator_kept_out !== ''
}
