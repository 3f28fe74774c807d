/** The role that an identity provider gives to users who sign in for the first time. */
import { KeptError } from '@kept/domain/errors.ts'
import { type Permission, rolePermissions } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { grantRefusal } from '../../people/public/grant-refusal.ts'
import { resolveRole } from '../../people/public/resolve-role.ts'
import type { Acting } from '../../platform/acting.ts'

interface NewcomerRole {
  default_role?: 'user' | 'billing_admin' | null | undefined
  default_custom_role_id?: string | null | undefined
}

/** Completes a change: a custom role comes with the role `user`, a built-in role ends the custom one. */
export async function newcomerRoleChange(
  tx: ScopedTransaction,
  acting: Acting,
  { default_role, default_custom_role_id }: NewcomerRole,
): Promise<NewcomerRole> {
  if (!default_custom_role_id) {
    if (default_role === undefined) return {}
    if (default_role !== null) refuseBeyond(acting, rolePermissions[default_role])
    return { default_role, default_custom_role_id: null }
  }
  const { custom_role } = await resolveRole(tx, { custom_role_id: default_custom_role_id })
  refuseBeyond(acting, custom_role?.permissions ?? [])
  return { default_role: 'user', default_custom_role_id }
}

function refuseBeyond(acting: Acting, permissions: readonly Permission[]): void {
  const refused = grantRefusal(acting, permissions)
  if (refused) throw new KeptError('forbidden', refused)
}
