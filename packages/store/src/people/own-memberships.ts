/** A user's memberships: read during sign-in, before an organization is chosen. */
import type { Grants, Role } from '@kept/domain/permission.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import type { Database, PersonTransaction } from '../database/connect.ts'

export interface OwnMembership {
  organization: {
    id: string
    slug: string
    name: string
    demo: boolean
    require_second_factor: boolean
    enforced_policies: EnforcedPolicies
  }
  role: Role
  grants: Grants
}

/** The active memberships of a user over all organizations, oldest first. */
export function listOwnMemberships(database: Database, userId: string): Promise<OwnMembership[]> {
  return database.asPerson(userId, (tx) => readOwnMemberships(tx, userId))
}

/** The same in a transaction of the user. */
export async function readOwnMemberships(tx: PersonTransaction, userId: string): Promise<OwnMembership[]> {
  const rows = await tx
    .selectFrom('membership')
    .innerJoin('organization', 'organization.id', 'membership.organization_id')
    .select(['organization.id', 'slug', 'name', 'demo', 'require_second_factor', 'enforced_policies', 'role', 'grants'])
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .orderBy('membership.created_at')
    .orderBy('organization.id')
    .execute()
  return rows.map(({ role, grants, ...organization }) => ({ organization, role, grants }))
}

/** A user's active membership of one organization. */
export async function findOwnMembership(
  database: Database,
  userId: string,
  organizationId: string,
): Promise<OwnMembership | undefined> {
  const all = await listOwnMemberships(database, userId)
  return all.find(({ organization }) => organization.id === organizationId)
}

/** Adds a member; does nothing for an existing member. */
export async function addMembership(
  database: Database,
  { organizationId, userId, role, now }: { organizationId: string; userId: string; role: Role; now: Date },
): Promise<void> {
  await database.scoped({ organizationId }, (tx) =>
    tx
      .insertInto('membership')
      .values({ organization_id: organizationId, user_id: userId, role, created_at: now })
      .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
      .execute(),
  )
}
