/** For tests: an inventory that lists everything, and an evaluation that detects every waste again, now. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'

export async function seeUnused(database: Database, scope: Scope, at: Date): Promise<void> {
  await database.scoped(scope, async (tx) => {
    await tx.updateTable('resource').set({ observed_at: at }).execute()
    await tx.updateTable('recommendation').set({ last_seen_at: at }).execute()
  })
}
