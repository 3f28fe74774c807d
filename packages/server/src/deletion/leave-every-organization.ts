/**
 * What the deletion of an account takes from its organizations. All of them are locked while they are asked and left, so
 * that of two admins who go at once the second one stays.
 */
import type { Database } from '@kept/store/database/connect.ts'
import { listAllMemberships } from '@kept/store/people/account-deletion.ts'
import { type LockedOrganization, lockOrganizations } from '@kept/store/people/lock-organization.ts'
import { removeMembership } from '@kept/store/people/members.ts'
import { lastWayInMessage, lossOf, readRunningAdmins } from '../platform/running-admins.ts'

/**
 * Why the account can't be deleted: an organization would be left without an admin who can sign in. Undefined when it
 * can.
 */
export function lastAdminRefusal(database: Database, userId: string): Promise<string | undefined> {
  return withOrganizations(database, userId, (organizations) => refusalOf(database, organizations, userId))
}

/**
 * Removes the user from every organization, or from none: the reason is then returned. After a kill in between it can be
 * repeated.
 */
export function leaveEveryOrganization(database: Database, userId: string, now: Date): Promise<string | undefined> {
  return withOrganizations(database, userId, async (organizations) => {
    const refusal = await refusalOf(database, organizations, userId)
    if (refusal !== undefined) return refusal
    for (const { id } of organizations)
      await database.scoped({ organizationId: id }, (tx) => removeMembership(tx, userId, now))
    return undefined
  })
}

async function withOrganizations<T>(
  database: Database,
  userId: string,
  work: (organizations: readonly LockedOrganization[]) => Promise<T>,
): Promise<T> {
  const memberships = (await listAllMemberships(database, userId)).filter(({ status }) => status === 'active')
  const ids = memberships.map(({ organization_id }) => organization_id)
  return database.asPerson(userId, async (tx) => work(await lockOrganizations(tx, ids)))
}

async function refusalOf(
  database: Database,
  organizations: readonly LockedOrganization[],
  userId: string,
): Promise<string | undefined> {
  for (const { id, name, enforced_policies } of organizations) {
    const loss = await database.scoped({ organizationId: id }, async (tx) => {
      const admins = await readRunningAdmins(tx, enforced_policies)
      return lossOf(
        admins,
        admins.filter((admin) => admin.id !== userId),
      )
    })
    if (loss === 'last_admin')
      return `You are the last admin of "${name}". Make someone else an admin, or delete the organization first.`
    if (loss === 'last_way_in') return lastWayInMessage({ name })
  }
  return undefined
}
