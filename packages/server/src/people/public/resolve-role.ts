import type { AssignedRole } from '@kept/domain/custom-role.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { assignedRole, type RequestedRole } from '../assigned-role.ts'

/** The role that a request asks for. Throws for a custom role that the organization does not have. */
export function resolveRole(tx: ScopedTransaction, requested: RequestedRole): Promise<AssignedRole> {
  return assignedRole(tx, requested)
}
