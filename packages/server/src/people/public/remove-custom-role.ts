import { rolePermissions } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findMembers } from '@kept/store/people/members.ts'
import type { Acting } from '../../platform/acting.ts'
import { changePeople } from '../change-people.ts'

/** Makes someone with a custom role a user who can do no more than before: what the custom role lacked is denied. */
export async function removeCustomRole(tx: ScopedTransaction, acting: Acting, userId: string): Promise<void> {
  const [member] = await findMembers(tx, [userId])
  const custom = member?.grants.custom_role
  if (!member || !custom || member.removed_at !== null) return
  const { allow, deny } = member.grants
  const lacked = rolePermissions.user.filter((permission) => ![...custom.permissions, ...allow].includes(permission))
  const grants = { allow, deny: [...new Set([...deny, ...lacked])] }
  await changePeople(tx, acting, [userId], { role: 'user', grants })
}
