/** Reads the role that a request asks for: a built-in one, or a custom one by its ID. */
import type { AssignedRole } from '@kept/domain/custom-role.ts'
import type { Role } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findCustomRole } from '@kept/store/people/custom-roles.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'

export interface RequestedRole {
  role?: Role | undefined
  custom_role_id?: string | undefined
}

/**
 * Throws for a custom role that the organization does not have. Who is given the role keeps a copy of it, so none is read
 * while it is being changed.
 */
export async function resolveRole(
  tx: ScopedTransaction,
  { role, custom_role_id }: RequestedRole,
): Promise<AssignedRole> {
  if (custom_role_id !== undefined) await lockOrganization(tx)
  const custom_role = await findCustomRole(tx, custom_role_id)
  return { role: custom_role ? 'user' : (role ?? 'user'), custom_role }
}
