/** Second factors of a user, and whether the last one can be removed. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Database } from '@kept/store/database/connect.ts'
import type { OwnMembership } from '@kept/store/people/own-memberships.ts'
import { countPasskeys } from '@kept/store/people/passkeys.ts'
import { findTwoFactor } from '@kept/store/people/two-factor.ts'

/** True with an authenticator or a passkey. A passkey counts as two factors. */
export async function hasStrongFactor(database: Database, userId: string): Promise<boolean> {
  const totp = await findTwoFactor(database, userId)
  return totp?.confirmed_at != null || (await countPasskeys(database, userId)) > 0
}

export interface RemainingFactors {
  totp: boolean
  passkeys: number
}

/** Throws when an organization of the user requires a second factor and none remains. */
export function refuseLastFactor(memberships: readonly OwnMembership[], remaining: RemainingFactors): void {
  if (remaining.totp || remaining.passkeys > 0) return
  const asking = memberships.find(requiresSecondFactor)?.organization
  if (!asking) return
  const whose = asking.enforced_policies.second_factor?.applies_to === 'everyone' ? '' : ' for admins'
  throw new KeptError(
    'conflict',
    `${asking.name} requires two-factor authentication${whose}. Add another factor before you remove this one.`,
  )
}

/** True when an organization requires two-factor authentication of this user. */
export function requiresSecondFactor({ organization, role }: OwnMembership): boolean {
  if (organization.enforced_policies.second_factor?.applies_to === 'everyone') return true
  return organization.require_second_factor && role === 'admin'
}
