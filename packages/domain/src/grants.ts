/** Roles and grants, as they are sent. */
import * as z from 'zod'
import { permissions, roles } from './permission.ts'

export const roleSchema = z.enum(roles)

/** A custom role, whose permissions replace those of `role`; null: a built-in role. */
export const customRoleSchema = z.object({ id: z.uuid(), name: z.string() }).nullable()

/** A custom role is assigned instead of `role`, or with the role `user`. */
export function hasOneRole({
  role,
  custom_role_id,
}: {
  role?: string | undefined
  custom_role_id?: string | null | undefined
}): boolean {
  return !custom_role_id || role === undefined || role === 'user'
}
export const oneRoleMessage = { error: 'set a role or a custom role, not both', path: ['custom_role_id'] }

export const grantsSchema = z.strictObject({
  allow: z.array(z.enum(permissions)).max(permissions.length).default([]),
  deny: z.array(z.enum(permissions)).max(permissions.length).default([]),
})
