/** Roles that an organization names itself: a set of permissions, assigned to users instead of a built-in role. */
import { neverGranted, type Permission, permissions, permissionsOfRole, type Role } from './permission.ts'

/** What a custom role may contain; assigned to users with the built-in role `user`. */
export const customRolePermissions: readonly Permission[] = permissions.filter(
  (permission) => !neverGranted.user.includes(permission),
)

/** How many custom roles an organization may have. */
export const MAX_CUSTOM_ROLES = 50

export interface CustomRole {
  id: string
  name: string
  permissions: Permission[]
}

/** What an invitation, a group or an identity provider gives. A custom role comes with the built-in role `user`. */
export interface AssignedRole {
  role: Role
  custom_role: CustomRole | null
}

/** The name that people know: that of the custom role, or else the identifier of the built-in one. */
export function nameOfRole({ role, custom_role }: { role: Role; custom_role?: { name: string } | null }): string {
  return custom_role?.name ?? role
}

/** Equal for two roles exactly when they are the same. */
export function keyOfRole({ role, custom_role }: { role: Role; custom_role?: { id: string } | null }): string {
  return custom_role?.id ?? role
}

export function permissionsOfAssigned({ role, custom_role }: AssignedRole): readonly Permission[] {
  return permissionsOfRole(role, { custom_role })
}
