import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { lockLoads } from './lock.ts'

/**
 * Superseded loads older than `before` can no longer be restored: they are marked first, under the lock that undo takes
 * too, and their rows are swept afterwards. They still record what replaced them, so that an undo can be rejected.
 */
export async function retireLoads(database: Database, scope: Scope, before: Date): Promise<number> {
  return database.scoped(scope, async (tx) => {
    await lockLoads(tx, scope)
    const retired = await tx
      .updateTable('cost_load')
      .set({ status: 'discarded' })
      .where('status', '=', 'superseded')
      .where('superseded_at', '<', before)
      .returning('id')
      .execute()
    return retired.length
  })
}
