import type { AssignedRole } from '@kept/domain/custom-role.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { resolveRole } from '../../people/public/resolve-role.ts'
import type { ProviderOrganization } from './known-providers.ts'

/** The role of users whom no group and no invitation gives one; null: only invited users may join. */
export async function newcomerRole(
  tx: ScopedTransaction,
  { default_role, default_custom_role_id }: ProviderOrganization,
): Promise<AssignedRole | null> {
  if (default_role === null) return null
  return resolveRole(tx, { role: default_role, custom_role_id: default_custom_role_id ?? undefined })
}
