import { listAllMemberships } from '@kept/store/people/account-deletion.ts'
import { listAccounts } from '@kept/store/people/credentials.ts'
import { listIdentityProviders } from '@kept/store/people/identity-providers.ts'
import { countPasskeys } from '@kept/store/people/passkeys.ts'
import type { PersonContext } from '../platform/context.ts'
import { onlyOrganizationOf, refuseWhenBound } from '../platform/demo-limits.ts'

/**
 * Throws for a session of an organization's identity provider, unless the account is of that organization alone: its
 * user is a member of no other one, and has no other way to sign in.
 */
export async function refuseAccountElsewhere(context: PersonContext): Promise<void> {
  const organizationId = onlyOrganizationOf(context)
  if (organizationId === undefined) return
  if (organizationId === null || !(await isOfOneOrganization(context, organizationId))) refuseWhenBound(context)
}

async function isOfOneOrganization({ services, person }: PersonContext, organizationId: string): Promise<boolean> {
  const { database } = services.state
  const memberships = await listAllMemberships(database, person.id)
  if (memberships.some(({ organization_id, removed_at }) => organization_id !== organizationId && !removed_at))
    return false
  if ((await countPasskeys(database, person.id)) > 0) return false
  const providers = await database.scoped({ organizationId }, listIdentityProviders)
  const own = new Set(providers.flatMap(({ id }) => [`oidc:${id}`, `saml:${id}`]))
  return (await listAccounts(database, person.id)).every(({ provider_id }) => own.has(provider_id))
}
