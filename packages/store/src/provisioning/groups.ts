/** Groups of the identity provider, with their members in this organization. */

import { isUuid } from '@kept/foundation/uuid.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

const MAX_GROUPS = 5000

export interface ProvisionedGroup {
  id: string
  display_name: string
  external_id: string | null
  created_at: Date
  updated_at: Date
  /** With those who were removed from the organization: the provider lists them, and may create them again. */
  members: { id: string; name: string; removed: boolean }[]
}

/** All groups, or those with this id. */
export async function listGroups(tx: ScopedTransaction, id?: string): Promise<ProvisionedGroup[]> {
  if (id !== undefined && !isUuid(id)) return []
  let query = tx
    .selectFrom('scim_group as g')
    .select(['g.id', 'g.display_name', 'g.external_id', 'g.created_at', 'g.updated_at'])
    .select(
      sql<ProvisionedGroup['members']>`(SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', u.email,
        'removed', m.removed_at IS NOT NULL) ORDER BY u.email), '[]') FROM scim_group_member gm JOIN users u ON u.id = gm.user_id
        JOIN membership m ON m.user_id = gm.user_id AND m.organization_id = gm.organization_id
        WHERE gm.group_id = g.id)`.as('members'),
    )
    .where('g.organization_id', '=', tx.scopedTo)
  if (id !== undefined) query = query.where('g.id', '=', id)
  return query.orderBy('g.display_name').limit(MAX_GROUPS).execute()
}

interface GroupFields {
  display_name: string
  external_id: string | null
}

export async function addGroup(tx: ScopedTransaction, fields: GroupFields, now: Date): Promise<string> {
  const { id } = await tx
    .insertInto('scim_group')
    .values({ organization_id: tx.scopedTo, ...fields, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateGroup(tx: ScopedTransaction, id: string, fields: GroupFields, now: Date): Promise<void> {
  await tx
    .updateTable('scim_group')
    .set({ ...fields, updated_at: now })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
}

export async function removeGroup(tx: ScopedTransaction, id: string): Promise<void> {
  await tx.deleteFrom('scim_group').where('organization_id', '=', tx.scopedTo).where('id', '=', id).execute()
}

export async function setGroupMembers(tx: ScopedTransaction, id: string, userIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('scim_group_member')
    .where('organization_id', '=', tx.scopedTo)
    .where('group_id', '=', id)
    .execute()
  if (userIds.length === 0) return
  await tx
    .insertInto('scim_group_member')
    .values(userIds.map((user_id) => ({ group_id: id, organization_id: tx.scopedTo, user_id })))
    .execute()
}

/** Names of the groups of each user that is in one, also of those who were removed. */
export async function listGroupNames(tx: ScopedTransaction): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom('scim_group_member as gm')
    .innerJoin('scim_group as g', 'g.id', 'gm.group_id')
    .select(['gm.user_id', 'g.display_name'])
    .where('gm.organization_id', '=', tx.scopedTo)
    .execute()
  const names = new Map<string, string[]>()
  for (const { user_id, display_name } of rows) names.set(user_id, [...(names.get(user_id) ?? []), display_name])
  return names
}
