/** The role that an identity provider gives to users who sign in for the first time. */
import { KeptError } from '@kept/domain/errors.ts'
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
  if (!default_custom_role_id) return default_role === undefined ? {} : { default_role, default_custom_role_id: null }
  const { custom_role } = await resolveRole(tx, { custom_role_id: default_custom_role_id })
  const refused = grantRefusal(acting, custom_role?.permissions ?? [])
  if (refused) throw new KeptError('forbidden', refused)
  return { default_role: 'user', default_custom_role_id }
}
