/** Which role the groups of an identity provider give, in one organization. */
import type { Role } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '../database/connect.ts'

export interface GroupRole {
  group: string
  role: Role
}

export async function listGroupRoles(tx: ScopedTransaction): Promise<GroupRole[]> {
  const rows = await tx
    .selectFrom('group_role')
    .select(['group_name', 'role'])
    .where('organization_id', '=', tx.scopedTo)
    .orderBy('group_name')
    .execute()
  return rows.map(({ group_name, role }) => ({ group: group_name, role }))
}

export async function replaceGroupRoles(tx: ScopedTransaction, groupRoles: readonly GroupRole[]): Promise<void> {
  await tx.deleteFrom('group_role').where('organization_id', '=', tx.scopedTo).execute()
  if (groupRoles.length === 0) return
  await tx
    .insertInto('group_role')
    .values(groupRoles.map(({ group, role }) => ({ organization_id: tx.scopedTo, group_name: group, role })))
    .execute()
}
