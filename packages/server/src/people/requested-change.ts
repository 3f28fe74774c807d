import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { Change } from './change-refusal.ts'
import { type RequestedRole, resolveRole } from './public/resolve-role.ts'

/** A change of a user as it is applied. Without a role in it, the role stays. */
export async function changeOf(
  tx: ScopedTransaction,
  { role, custom_role_id, status }: RequestedRole & { status?: 'active' | 'disabled' | undefined },
): Promise<Change> {
  if (role === undefined && custom_role_id === undefined) return { status }
  return { status, ...(await resolveRole(tx, { role, custom_role_id })) }
}
