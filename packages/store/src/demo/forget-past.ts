import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

/** Deletes what the demo creates every day: ended loops and old notifications. */
export async function forgetDemoPast(
  database: Database,
  scope: Scope,
  { loopsBefore, newsBefore }: { loopsBefore: Date; newsBefore: Date },
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    await tx
      .deleteFrom('loop_incident')
      .where('status', '=', 'resolved')
      .where('last_seen_at', '<', loopsBefore)
      .execute()
    await tx.deleteFrom('notification').where('created_at', '<', newsBefore).execute()
  })
}
