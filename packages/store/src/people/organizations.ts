/** Organizations: create, rename, list. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Role } from '@kept/domain/permission.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { notifyRights } from '../live/rights.ts'

interface OwnOrganization {
  id: string
  slug: string
  name: string
  demo: boolean
  role: Role
  members: number
  require_second_factor: boolean
  created_at: string
}

/** Organizations in which a user is an active member, by name. */
export async function listOwnOrganizations(database: Database, userId: string): Promise<OwnOrganization[]> {
  const memberships = await database.asPerson(userId, (tx) =>
    tx
      .selectFrom('membership as m')
      .innerJoin('organization as o', 'o.id', 'm.organization_id')
      .select(['o.id', 'o.slug', 'o.name', 'o.demo', 'o.require_second_factor', 'o.created_at', 'm.role'])
      .where('m.user_id', '=', userId)
      .where('m.status', '=', 'active')
      .where('m.removed_at', 'is', null)
      .orderBy('o.name')
      .orderBy('o.id')
      .execute(),
  )
  const organizations: OwnOrganization[] = []
  for (const { created_at, ...organization } of memberships) {
    // Memberships of other users are visible only from inside each organization.
    const members = await database.scoped({ organizationId: organization.id }, countMembers)
    organizations.push({ ...organization, members, created_at: created_at.toISOString() })
  }
  return organizations
}

export async function countMembers(tx: ScopedTransaction): Promise<number> {
  const { members } = await tx
    .selectFrom('membership')
    .select((eb) => eb.fn.countAll<string>().as('members'))
    .where('organization_id', '=', tx.scopedTo)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(members)
}

/** The number of organizations in which a user is an admin: creating them is limited. */
export async function countOwnedOrganizations(database: Database, userId: string): Promise<number> {
  const { owned } = await database.asPerson(userId, (tx) =>
    tx
      .selectFrom('membership')
      .select((eb) => eb.fn.countAll<string>().as('owned'))
      .where('user_id', '=', userId)
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow(),
  )
  return Number(owned)
}

/** Returns the new organization's id; its slug gets a number when the requested one is taken. */
export async function insertOrganization(
  database: Database,
  requested: { slug: string; name: string },
): Promise<string> {
  for (let n = 1; n <= 1000; n += 1) {
    const slug = n === 1 ? requested.slug : `${requested.slug.slice(0, 56)}-${n}`
    const created = await database.shared
      .insertInto('organization')
      .values({ slug, name: requested.name })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (created) return created.id
  }
  throw new KeptError('conflict', `There are too many organizations called "${requested.name}"; choose another name.`)
}

/** Renames the transaction's organization or changes its settings. */
export async function renameOrganization(tx: ScopedTransaction, name: string): Promise<void> {
  await tx.updateTable('organization').set({ name }).where('id', '=', tx.scopedTo).execute()
}

/** A user's sessions that act for this organization act for none from now on; they stay signed in. */
export async function detachSessions(tx: ScopedTransaction, userId: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ active_organization_id: sql`null` })
    .where('user_id', '=', userId)
    .where('active_organization_id', '=', tx.scopedTo)
    .returning(notifyRights('user_id'))
    .execute()
}

/** Makes a session act for the transaction's organization. */
export async function attachSession(tx: ScopedTransaction, sessionId: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ active_organization_id: tx.scopedTo })
    .where('id', '=', sessionId)
    .returning(notifyRights('user_id'))
    .execute()
}
