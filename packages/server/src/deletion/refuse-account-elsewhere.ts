import { listAllMemberships } from '@kept/store/people/account-deletion.ts'
import type { PersonContext } from '../platform/context.ts'
import { onlyOrganizationOf, refuseWhenBound } from '../platform/demo-limits.ts'

/**
 * Throws for a session of an organization's identity provider whose user is a member of other organizations too. Where
 * the account is of that organization alone, its user may have no other way to sign in.
 */
export async function refuseAccountElsewhere(context: PersonContext): Promise<void> {
  const onlyOrganizationId = onlyOrganizationOf(context)
  if (onlyOrganizationId === undefined) return
  const memberships = await listAllMemberships(context.services.state.database, context.person.id)
  if (memberships.some(({ organization_id }) => organization_id !== onlyOrganizationId)) refuseWhenBound(context)
}
