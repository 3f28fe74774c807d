/**
 * What the deletion of an account takes from its organizations. All of them are locked while they are asked and left, so
 * that of two admins who go at once the second one stays.
 */
import { recordAudit } from '@kept/store/audit/record.ts'
import type { Database, PersonTransaction, ScopedTransaction } from '@kept/store/database/connect.ts'
import { enterOrganization } from '@kept/store/database/enter-organization.ts'
import { disableAccount, lockDueAccount } from '@kept/store/people/account-deletion.ts'
import { revokeInvitationsBy } from '@kept/store/people/invitations.ts'
import { type LockedOrganization, lockOrganizations } from '@kept/store/people/lock-organization.ts'
import { removeMembership } from '@kept/store/people/members.ts'
import { readOwnMemberships } from '@kept/store/people/own-memberships.ts'
import { lastWayInMessage, lossOf, readRunningAdmins } from '../platform/running-admins.ts'

interface Leaver {
  id: string
  email: string
  full_name: string
}

/** `canceled`: by the user, meanwhile. `refused`: see `lastAdminRefusal`. */
type Leaving = { result: 'left' | 'canceled' } | { result: 'refused'; message: string }

/**
 * Why the account can't be deleted: an organization would be left without an admin who can sign in. Undefined when it
 * can.
 */
export function lastAdminRefusal(database: Database, userId: string): Promise<string | undefined> {
  return database.asPerson(userId, async (tx) => refusalOf(tx, await lockOwn(tx, userId), userId))
}

/**
 * Disables the account and removes it from every organization, or changes nothing. A disabled account signs in nowhere
 * and counts as no admin, also where someone restores it before it is gone.
 */
export async function leaveEveryOrganization(database: Database, person: Leaver, now: Date): Promise<Leaving> {
  const leaving = await database.asPerson(person.id, (tx) => leaveAll(tx, person, now))
  return leaving ?? leaveEveryOrganization(database, person, now)
}

/** Undefined, and nothing changed, where the user joined another organization before the account was locked. */
async function leaveAll(tx: PersonTransaction, person: Leaver, now: Date): Promise<Leaving | undefined> {
  const organizations = await lockOwn(tx, person.id)
  const message = await refusalOf(tx, organizations, person.id)
  if (message !== undefined) return { result: 'refused', message }
  if (!(await lockDueAccount(tx, person.id, now))) return { result: 'canceled' }
  const locked = new Set(organizations.map(({ id }) => id))
  const memberships = await readOwnMemberships(tx, person.id)
  if (memberships.some(({ organization }) => !locked.has(organization.id))) return undefined
  await disableAccount(tx, person.id, now)
  for (const { id } of organizations) await leave(await enterOrganization(tx, id), person, now)
  return { result: 'left' }
}

async function leave(tx: ScopedTransaction, person: Leaver, at: Date): Promise<void> {
  await removeMembership(tx, person.id, at)
  await revokeInvitationsBy(tx, person.id, at)
  const actor = { kind: 'system', id: null, name: 'Kept' } as const
  const summary = `${person.full_name || person.email} left the organization, since the account is deleted.`
  await recordAudit(tx, { actor, at, action: 'membership.left', target: person.id, summary })
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
