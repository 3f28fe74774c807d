/** From what is ticked to what is granted beyond the role and taken from it, and back. */
import type { PersonPermissions } from '@kept/contract/routes/users/rights.ts'
import { permissions as all, type Grants, neverGranted, type Permission } from '@kept/domain/permission.ts'

interface PermissionRow {
  permission: Permission
  byRole: boolean
  /** False for what no grant gives this role, and for what the caller may not give and the person does not have. */
  open: boolean
}

export function rowsOf({ role, by_role, grantable, effective }: PersonPermissions): PermissionRow[] {
  return all.map((permission) => ({
    permission,
    byRole: by_role.includes(permission),
    open:
      (grantable.includes(permission) || effective.includes(permission)) && !neverGranted[role].includes(permission),
  }))
}

export function grantsFor({ by_role }: Pick<PersonPermissions, 'by_role'>, selected: ReadonlySet<Permission>): Grants {
  return {
    allow: all.filter((permission) => selected.has(permission) && !by_role.includes(permission)),
    deny: all.filter((permission) => !selected.has(permission) && by_role.includes(permission)),
  }
}
