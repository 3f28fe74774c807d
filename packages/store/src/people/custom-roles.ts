/** Custom roles of the transaction's organization. Memberships carry a copy, which every request reads anyway. */
import type { CustomRole } from '@kept/domain/custom-role.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Permission } from '@kept/domain/permission.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import { notifyRights } from '../live/rights.ts'

interface CustomRoleRow {
  id: string
  name: string
  description: string
  permissions: Permission[]
}

export function listCustomRoles(tx: ScopedTransaction): Promise<CustomRoleRow[]> {
  return tx
    .selectFrom('custom_role')
    .select(['id', 'name', 'description', 'permissions'])
    .where('organization_id', '=', tx.scopedTo)
    .orderBy('name')
    .execute()
}

/** The custom role of an ID; null for no ID. Throws for one that the organization does not have. */
export async function findCustomRole(tx: ScopedTransaction, id: string | null | undefined): Promise<CustomRole | null> {
  if (id === null || id === undefined) return null
  const role = await tx
    .selectFrom('custom_role')
    .select(['id', 'name', 'permissions'])
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!role) throw new KeptError('not_found', 'There is no custom role with this ID.')
  return role
}

export async function createCustomRole(
  tx: ScopedTransaction,
  { name, description, permissions }: Omit<CustomRoleRow, 'id'>,
  { actor, at }: { actor: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('custom_role')
    .values({
      ...{ organization_id: tx.scopedTo, name, description, permissions: JSON.stringify(permissions) },
      ...{ created_by: actor, created_at: at, updated_at: at },
    })
    .execute()
}

/** Changes the role, and what everyone who has it can do. */
export async function updateCustomRole(tx: ScopedTransaction, role: CustomRoleRow, at: Date): Promise<void> {
  const { id, name, description, permissions } = role
  await tx
    .updateTable('custom_role')
    .set({ name, description, permissions: JSON.stringify(permissions), updated_at: at })
    .where('id', '=', id)
    .execute()
  const copy = JSON.stringify({ id, name, permissions })
  await tx
    .updateTable('membership')
    .set({ grants: sql`jsonb_set(grants, '{custom_role}', ${copy}::jsonb)` })
    .where('organization_id', '=', tx.scopedTo)
    .where(sql<string>`grants -> 'custom_role' ->> 'id'`, '=', id)
    .returning(notifyRights('user_id'))
    .execute()
}

/** Invitations with this role that are no longer open end: restored or resent without it, they would invite as a user. */
export async function deleteCustomRole(tx: ScopedTransaction, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('invitation')
    .set((row) => ({
      expires_at: row.fn<Date>('least', ['expires_at', row.val(at)]),
      revoked_at: row.fn.coalesce('revoked_at', row.val(at)),
    }))
    .where('organization_id', '=', tx.scopedTo)
    .where('custom_role_id', '=', id)
    .where('accepted_at', 'is', null)
    .execute()
  await tx.deleteFrom('custom_role').where('organization_id', '=', tx.scopedTo).where('id', '=', id).execute()
}

/** How many members have each custom role, by its ID; removed members too, since they can be restored with it. */
export async function countCustomRoles(tx: ScopedTransaction): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; members: number }>`
    SELECT grants -> 'custom_role' ->> 'id' AS id, count(*)::int AS members FROM membership
    WHERE organization_id = ${tx.scopedTo} AND grants -> 'custom_role' ->> 'id' IS NOT NULL GROUP BY 1`.execute(tx)
  return new Map(rows.map(({ id, members }) => [id, members]))
}

/** What gives a custom role to others, by its ID: open invitations, groups and identity providers. */
export async function listCustomRoleSources(tx: ScopedTransaction, now: Date): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; sources: string[] }>`
    SELECT id, array_agg(source ORDER BY source) AS sources FROM (
      SELECT custom_role_id AS id, 'the invitation of ' || email AS source FROM invitation
        WHERE organization_id = ${tx.scopedTo} AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > ${now}
      UNION ALL SELECT custom_role_id, 'the group ' || group_name FROM group_role WHERE organization_id = ${tx.scopedTo}
      UNION ALL SELECT default_custom_role_id, 'the identity provider ' || name FROM identity_provider
        WHERE organization_id = ${tx.scopedTo}
    ) AS source WHERE id IS NOT NULL GROUP BY id`.execute(tx)
  return new Map(rows.map(({ id, sources }) => [id, sources]))
}
