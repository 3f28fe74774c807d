/** Organizations as their people see them: made, renamed, listed. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Role } from '@kept/domain/permission.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'

export interface OwnOrganization {
  id: string
  slug: string
  name: string
  demo: boolean
  role: Role
  members: number
  require_second_factor: boolean
  created_at: string
}

/** Where somebody is an active member, by name. */
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
    // Others' memberships are seen from inside each organization only.
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

/** How many organizations somebody is an admin of: making them is not without end. */
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

/** The new organization's id; its slug is the wished one, or that with a number when it is taken. */
export async function insertOrganization(database: Database, wished: { slug: string; name: string }): Promise<string> {
  for (let n = 1; n <= 1000; n += 1) {
    const slug = n === 1 ? wished.slug : `${wished.slug.slice(0, 56)}-${n}`
    const created = await database.shared
      .insertInto('organization')
      .values({ slug, name: wished.name })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (created) return created.id
  }
  throw new KeptError('conflict', `There are too many organizations called "${wished.name}"; choose another name.`)
}

/** Renames the transaction's organization or changes its rules. */
export async function changeOrganization(
  tx: ScopedTransaction,
  { name, require_second_factor }: { name?: string | undefined; require_second_factor?: boolean | undefined },
): Promise<void> {
  if (name === undefined && require_second_factor === undefined) return
  await tx
    .updateTable('organization')
    .set({ ...(name !== undefined && { name }), ...(require_second_factor !== undefined && { require_second_factor }) })
    .where('id', '=', tx.scopedTo)
    .execute()
}

/** A person's sessions that act here act nowhere from now on; they stay signed in. */
export async function detachSessions(tx: ScopedTransaction, userId: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ active_organization_id: sql`null` })
    .where('user_id', '=', userId)
    .where('active_organization_id', '=', tx.scopedTo)
    .execute()
}

/** A session acts for the transaction's organization from now on. */
export async function attachSession(tx: ScopedTransaction, sessionId: string): Promise<void> {
  await tx.updateTable('session').set({ active_organization_id: tx.scopedTo }).where('id', '=', sessionId).execute()
}
