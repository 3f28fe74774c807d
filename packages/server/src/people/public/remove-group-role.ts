import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { listGroupRoles, replaceGroupRoles } from '@kept/store/people/group-roles.ts'
import type { Acting } from '../../platform/acting.ts'
import { applyGroupRoles, namesOfGroupRoles, readGroupRoles } from './apply-group-roles.ts'
import { actingAsAdmin } from './change-role.ts'

/** Takes the role away that a group of the identity provider gives. Throws for the last admin. */
export async function removeGroupRole(tx: ScopedTransaction, acting: Acting, group: string): Promise<void> {
  const before = await readGroupRoles(tx)
  const after = before.mapping.filter((entry) => entry.group !== group)
  if (after.length === before.mapping.length) return
  await replaceGroupRoles(tx, after)
  await applyGroupRoles(tx, actingAsAdmin(acting.auditContext), before)
  await recordAudit(tx, {
    ...acting.auditContext,
    action: 'group_roles.changed',
    summary: `The role of the group "${group.replaceAll('"', "'")}" was taken away.`,
    details: { before: namesOfGroupRoles(before.mapping), after: namesOfGroupRoles(await listGroupRoles(tx)) },
  })
}
