/**
 * What the deletion of an account takes from its organizations. All of them are locked while they are asked and left, so
 * that of two admins who go at once the second one stays.
 */
import type { Database, PersonTransaction } from '@kept/store/database/connect.ts'
import { enterOrganization } from '@kept/store/database/enter-organization.ts'
import { type LockedOrganization, lockOrganizations } from '@kept/store/people/lock-organization.ts'
import { removeMembership } from '@kept/store/people/members.ts'
import { readOwnMemberships } from '@kept/store/people/own-memberships.ts'
import { lastWayInMessage, lossOf, readRunningAdmins } from '../platform/running-admins.ts'

/**
 * Why the account can't be deleted: an organization would be left without an admin who can sign in. Undefined when it
 * can.
 */
export function lastAdminRefusal(database: Database, userId: string): Promise<string | undefined> {
  return database.asPerson(userId, async (tx) => refusalOf(tx, await lockOwn(tx, userId), userId))
}

/** Removes the user from every organization, or from none: the reason is then returned. */
export function leaveEveryOrganization(database: Database, userId: string, now: Date): Promise<string | undefined> {
  return database.asPerson(userId, async (tx) => {
    const organizations = await lockOwn(tx, userId)
    const refusal = await refusalOf(tx, organizations, userId)
    if (refusal !== undefined) return refusal
    for (const { id } of organizations) await removeMembership(await enterOrganization(tx, id), userId, now)
    return undefined
  })
}

async function lockOwn(tx: PersonTransaction, userId: string): Promise<LockedOrganization[]> {
  const memberships = await readOwnMemberships(tx, userId)
  return lockOrganizations(
    tx,
    memberships.map(({ organization }) => organization.id),
  )
}

async function refusalOf(
  tx: PersonTransaction,
  organizations: readonly LockedOrganization[],
  userId: string,
): Promise<string | undefined> {
  for (const { id, name, enforced_policies } of organizations) {
    const admins = await readRunningAdmins(await enterOrganization(tx, id), enforced_policies)
    const others = admins.filter((admin) => admin.id !== userId)
    const loss = lossOf(admins, others)
    if (loss === 'last_admin')
      return `You are the last admin of "${name}". Make someone else an admin, or delete the organization first.`
    if (loss === 'last_way_in') return lastWayInMessage({ name })
  }
  return undefined
}
