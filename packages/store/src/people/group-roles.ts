/** Which role the groups of an identity provider give, in one organization. */
import type { AssignedRole } from '@kept/domain/custom-role.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { listCustomRoles } from './custom-roles.ts'

export interface GroupRole extends AssignedRole {
  group: string
}

export async function listGroupRoles(tx: ScopedTransaction): Promise<GroupRole[]> {
  const rows = await tx
    .selectFrom('group_role')
    .select(['group_name', 'role', 'custom_role_id'])
    .where('organization_id', '=', tx.scopedTo)
    .orderBy('group_name')
    .execute()
  const customRoles = rows.some(({ custom_role_id }) => custom_role_id !== null) ? await listCustomRoles(tx) : []
  return rows.map(({ group_name, role, custom_role_id }) => {
    const custom = customRoles.find(({ id }) => id === custom_role_id)
    const custom_role = custom ? { id: custom.id, name: custom.name, permissions: custom.permissions } : null
    return { group: group_name, role, custom_role }
  })
}

export async function replaceGroupRoles(tx: ScopedTransaction, groupRoles: readonly GroupRole[]): Promise<void> {
  await tx.deleteFrom('group_role').where('organization_id', '=', tx.scopedTo).execute()
  if (groupRoles.length === 0) return
  await tx
    .insertInto('group_role')
    .values(
      groupRoles.map(({ group, role, custom_role }) => ({
        ...{ organization_id: tx.scopedTo, group_name: group, role, custom_role_id: custom_role?.id ?? null },
      })),
    )
    .execute()
}
