/**
 * The provider of one organization could begin a session for each of its users, so such a session decides about an
 * account of that organization alone: its user is a member of no other one, and has no other way to sign in.
 */
import type { Database } from '@kept/store/database/connect.ts'
import { type AccountDeletion, listAllMemberships } from '@kept/store/people/account-deletion.ts'
import { listAccounts } from '@kept/store/people/credentials.ts'
import { listIdentityProviders } from '@kept/store/people/identity-providers.ts'
import { countPasskeys } from '@kept/store/people/passkeys.ts'
import type { PersonContext } from '../platform/context.ts'
import { onlyOrganizationOf, refuseWhenBound } from '../platform/demo-limits.ts'

/** Throws for a session of an organization's identity provider, unless the account is of that organization alone. */
export async function refuseAccountElsewhere(context: PersonContext): Promise<void> {
  const organizationId = onlyOrganizationOf(context)
  if (organizationId === undefined) return
  if (organizationId === null || !(await isOfProviders(context, organizationId))) refuseWhenBound(context)
}

/**
 * Why an account that such a session asked to delete stays when the deletion is due: its user has joined another
 * organization, or got a way to sign in, since then. A provider that was removed meanwhile is no way in.
 */
export async function elsewhereRefusal(
  database: Database,
  userId: string,
  { requested_from }: AccountDeletion,
): Promise<string | undefined> {
  if (requested_from === null) return undefined
  const isOfProvider = (providerId: string) => /^(?:oidc|saml):/.test(providerId)
  if (await isOfOneOrganization(database, userId, requested_from, isOfProvider)) return undefined
  return "The deletion was requested with the sign-in of one organization, and your account isn't of that organization alone anymore. Sign in with your password or passkey to request it again."
}

async function isOfProviders({ services, person }: PersonContext, organizationId: string): Promise<boolean> {
  const { database } = services.state
  const providers = await database.scoped({ organizationId }, listIdentityProviders)
  const own = new Set(providers.flatMap(({ id }) => [`oidc:${id}`, `saml:${id}`]))
  return isOfOneOrganization(database, person.id, organizationId, (providerId) => own.has(providerId))
}

async function isOfOneOrganization(
  database: Database,
  userId: string,
  organizationId: string,
  isOfProvider: (providerId: string) => boolean,
): Promise<boolean> {
  const memberships = await listAllMemberships(database, userId)
  if (memberships.some(({ organization_id, removed_at }) => organization_id !== organizationId && !removed_at))
    return false
  if ((await countPasskeys(database, userId)) > 0) return false
  return (await listAccounts(database, userId)).every(({ provider_id }) => isOfProvider(provider_id))
}
