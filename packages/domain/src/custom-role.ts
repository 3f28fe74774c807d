/** Roles that an organization names itself: a set of permissions, assigned to users instead of a built-in role. */
import { neverGranted, type Permission, permissions } from './permission.ts'

/** What a custom role may contain; assigned to users with the built-in role `user`. */
export const customRolePermissions: readonly Permission[] = permissions.filter(
  (permission) => !neverGranted.user.includes(permission),
)

/** How many custom roles an organization may have. */
export const MAX_CUSTOM_ROLES = 50
