/** Members of an organization as its identity provider sees them. */

import { isUuid } from '@kept/foundation/uuid.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

const MAX_USERS = 20_000

export interface ProvisionedUser {
  id: string
  email: string
  full_name: string
  /** The email address of a member whom the provider does not manage. */
  user_name: string
  external_id: string | null
  given_name: string
  family_name: string
  active: boolean
  created_at: Date
  updated_at: Date
  groups: { id: string; name: string }[]
}

/** All members that are not removed, or those with this id. */
export async function listProvisionedUsers(tx: ScopedTransaction, id?: string): Promise<ProvisionedUser[]> {
  if (id !== undefined && !isUuid(id)) return []
  let query = tx
    .selectFrom('membership as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('scim_user as s', (join) =>
      join.onRef('s.user_id', '=', 'm.user_id').onRef('s.organization_id', '=', 'm.organization_id'),
    )
    .select(['u.id', 'u.email', 'u.full_name', 'm.status', 'm.created_at as joined_at'])
    .select(['s.user_name', 's.external_id', 's.given_name', 's.family_name', 's.created_at', 's.updated_at'])
    .select(
      sql<
        { id: string; name: string }[]
      >`(SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.display_name)
        ORDER BY g.display_name), '[]') FROM scim_group_member gm JOIN scim_group g ON g.id = gm.group_id
        WHERE gm.organization_id = m.organization_id AND gm.user_id = m.user_id)`.as('groups'),
    )
    .where('m.organization_id', '=', tx.scopedTo)
    .where('m.removed_at', 'is', null)
  if (id !== undefined) query = query.where('m.user_id', '=', id)
  const rows = await query.orderBy('m.created_at').orderBy('u.id').limit(MAX_USERS).execute()
  return rows.map(({ status, joined_at, user_name, given_name, family_name, created_at, updated_at, ...row }) => ({
    ...row,
    user_name: user_name ?? row.email,
    given_name: given_name ?? '',
    family_name: family_name ?? '',
    active: status === 'active',
    created_at: created_at ?? joined_at,
    updated_at: updated_at ?? joined_at,
  }))
}

interface ProvisionedNames {
  user_name: string
  external_id: string | null
  given_name: string
  family_name: string
}

export async function saveProvisionedUser(
  tx: ScopedTransaction,
  userId: string,
  names: ProvisionedNames,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('scim_user')
    .values({ organization_id: tx.scopedTo, user_id: userId, ...names, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id']).doUpdateSet({ ...names, updated_at: now }),
    )
    .execute()
}

/** The member with this name; names are compared without case. */
export async function findUserIdOfName(tx: ScopedTransaction, userName: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('scim_user')
    .select('user_id')
    .where('organization_id', '=', tx.scopedTo)
    .where(sql`lower(user_name)`, '=', userName.toLowerCase())
    .executeTakeFirst()
  return row?.user_id
}

export async function forgetProvisionedUser(tx: ScopedTransaction, userId: string): Promise<void> {
  await tx
    .deleteFrom('scim_group_member')
    .where('organization_id', '=', tx.scopedTo)
    .where('user_id', '=', userId)
    .execute()
  await tx.deleteFrom('scim_user').where('organization_id', '=', tx.scopedTo).where('user_id', '=', userId).execute()
}
