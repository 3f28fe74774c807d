import { badInput } from '@kept/domain/errors.ts'
import type { Grants, Role } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { Acting } from '../../platform/acting.ts'
import { changePeople } from '../change-people.ts'

interface NewAccess extends Grants {
  id: string
  role?: Role | undefined
}

/** Sets roles, grants and denials of users, all of them or none. The rules of each single change apply. */
export async function changeAccess(tx: ScopedTransaction, acting: Acting, people: readonly NewAccess[]): Promise<void> {
  for (const { id, role, allow, deny } of people) {
    const overlapping = allow.filter((permission) => deny.includes(permission))
    if (overlapping.length > 0) throw badInput(`${overlapping.join(', ')} can't be both granted and denied.`)
    if (role !== undefined) await changePeople(tx, acting, [id], { role })
    await changePeople(tx, acting, [id], { grants: { allow: [...new Set(allow)], deny: [...new Set(deny)] } })
  }
}
