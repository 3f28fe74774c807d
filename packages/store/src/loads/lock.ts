import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '../database/connect.ts'

/**
 * Only one transaction per organization changes which loads are current, across all processes: two imports of one month
 * run one after the other, never mixed. Rows that merely refer to the organization (an upload, a notification) are not
 * blocked.
 */
export async function lockLoads(tx: ScopedTransaction, scope: Scope): Promise<void> {
  await tx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', scope.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
