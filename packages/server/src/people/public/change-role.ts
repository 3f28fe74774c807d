/** Roles that follow from groups at an identity provider. */
import { type Role, rolePermissions } from '@kept/domain/permission.ts'
import type { NewAuditEvent } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findMembers } from '@kept/store/people/members.ts'
import type { Acting } from '../../platform/acting.ts'
import { changePeople } from '../change-people.ts'

/** Someone who acts with the rights of an admin and is no user: an identity provider that an admin set up. */
export function actingAsAdmin(auditContext: NewAuditEventContext): Acting {
  const permissions = rolePermissions.admin
  return { id: 'system', role: 'admin', permissions, userId: null, actor: auditContext.actor, auditContext }
}
type NewAuditEventContext = Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>

/** Deactivates, activates or removes a member. Throws for the last admin. */
export async function changeStatus(
  tx: ScopedTransaction,
  acting: Acting,
  userId: string,
  status: 'active' | 'disabled' | 'removed',
): Promise<void> {
  await changePeople(tx, acting, [userId], { status })
}

/** Gives a member this role; does nothing when they have it. Throws for the last admin. */
export async function changeRole(tx: ScopedTransaction, acting: Acting, userId: string, role: Role): Promise<void> {
  const [member] = await findMembers(tx, [userId])
  if (!member || member.removed_at !== null || member.role === role) return
  await changePeople(tx, acting, [userId], { role })
}
