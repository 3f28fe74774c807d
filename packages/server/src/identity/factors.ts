/** Which factors a person has beside the password, and when the last one may go. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { listOwnMemberships, type OwnMembership } from '@kept/store/people/own-memberships.ts'
import { countPasskeys } from '@kept/store/people/passkeys.ts'
import { findTwoFactor } from '@kept/store/people/two-factor.ts'

/** True with an authenticator in use, or a passkey, which is two factors by itself. */
export async function hasStrongFactor(database: Database, userId: string): Promise<boolean> {
  const totp = await findTwoFactor(database, userId)
  return totp?.confirmed_at != null || (await countPasskeys(database, userId)) > 0
}

/** Refuses to take the last factor from somebody an organisation asks for one; `left` is what would be left. */
export async function refuseLastFactor(
  database: Database,
  userId: string,
  left: { totp: boolean; passkeys: number },
): Promise<void> {
  if (left.totp || left.passkeys > 0) return
  const asking = (await listOwnMemberships(database, userId)).find(asksForFactor)
  if (asking)
    throw new KeptError(
      'conflict',
      `${asking.organization.name} requires two-factor authentication for its admins, and this is your last factor. Add another first.`,
    )
}

/** True where an organisation asks for a second factor, and of whom. */
export function asksForFactor({ organization, role }: OwnMembership): boolean {
  return organization.require_second_factor && role === 'admin'
}
