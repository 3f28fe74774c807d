/** Reads the role that a request asks for: a built-in one, or a custom one by its ID. */
import type { AssignedRole } from '@kept/domain/custom-role.ts'
import type { Role } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findCustomRole } from '@kept/store/people/custom-roles.ts'
import type { Change } from './change-refusal.ts'

export interface RequestedRole {
  role?: Role | undefined
  custom_role_id?: string | undefined
}

/** Throws for a custom role that the organization does not have. */
export async function assignedRole(
  tx: ScopedTransaction,
  { role, custom_role_id }: RequestedRole,
): Promise<AssignedRole> {
  const custom_role = await findCustomRole(tx, custom_role_id)
  return { role: custom_role ? 'user' : (role ?? 'user'), custom_role }
}

/** A change of a user as it is applied. Without a role in it, the role stays. */
export async function changeOf(
  tx: ScopedTransaction,
  { role, custom_role_id, status }: RequestedRole & { status?: 'active' | 'disabled' | undefined },
): Promise<Change> {
  if (role === undefined && custom_role_id === undefined) return { status }
  return { status, ...(await assignedRole(tx, { role, custom_role_id })) }
}
