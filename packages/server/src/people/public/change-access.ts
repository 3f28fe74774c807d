import { badInput } from '@kept/domain/errors.ts'
import type { Grants, Role } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { Acting } from '../../platform/acting.ts'
import { changePeople } from '../change-people.ts'
import { resolveRole } from './resolve-role.ts'

interface NewAccess extends Grants {
  id: string
  role?: Role | undefined
  /** The custom role of the ID instead of a built-in one. */
  custom_role_id?: string | undefined
}

/** Sets roles, grants and denials of users, all of them or none. The rules of each single change apply. */
export async function changeAccess(tx: ScopedTransaction, acting: Acting, people: readonly NewAccess[]): Promise<void> {
  for (const { id, role, custom_role_id, allow, deny } of people) {
    const overlapping = allow.filter((permission) => deny.includes(permission))
    if (overlapping.length > 0) throw badInput(`${overlapping.join(', ')} can't be both granted and denied.`)
    if (role !== undefined && custom_role_id !== undefined) throw badInput('Set a role or a custom role, not both.')
    const grants = { allow: [...new Set(allow)], deny: [...new Set(deny)] }
    if (custom_role_id !== undefined) {
      await changePeople(tx, acting, [id], { ...(await resolveRole(tx, { custom_role_id })), grants })
      continue
    }
    if (role !== undefined) await changePeople(tx, acting, [id], { role })
    await changePeople(tx, acting, [id], { grants })
  }
}
