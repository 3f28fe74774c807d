/** Roles that follow from groups at an identity provider. */
import { type AssignedRole, keyOfRole } from '@kept/domain/custom-role.ts'
import { rolePermissions } from '@kept/domain/permission.ts'
import type { NewAuditEvent } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { changeMembership, findMembers, type Member } from '@kept/store/people/members.ts'
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

/**
 * Gives a member this role; does nothing when they have it. Throws for the last admin. Someone who was removed would come
 * back with it: undoing the removal must not give what a group took away since.
 */
export async function changeRole(
  tx: ScopedTransaction,
  acting: Acting,
  userId: string,
  { role, custom_role }: AssignedRole,
): Promise<void> {
  const hasRole = (member: Member) => keyOfRole({ role: member.role, ...member.grants }) === (custom_role?.id ?? role)
  const [member] = await findMembers(tx, [userId])
  if (!member || hasRole(member)) return
  if (member.removed_at === null) await changePeople(tx, acting, [userId], { role, custom_role })
  else await changeMembership(tx, userId, { role, custom_role })
}
