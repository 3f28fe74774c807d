import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '../database/connect.ts'

/**
 * Which loads are current is changed by one transaction at a time per organization, across all processes: two
 * deliveries of one month end one after the other, never mixed. Rows that merely refer to the organization
 * (an upload, a notification) are not held up.
 */
export async function lockLoads(tx: ScopedTransaction, scope: Scope): Promise<void> {
  await tx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', scope.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
