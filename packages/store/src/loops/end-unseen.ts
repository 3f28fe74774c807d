import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { liveLoopColumns, publishLoopChange } from './publish-change.ts'

/**
 * Ends incidents that no detector tracks any more: after a restart the detector has no state of them, and ongoing loops
 * would have been detected again by now. Returns how many.
 */
export async function endUnseenLoops(
  database: Database,
  scope: Scope,
  { before, now, sources = ['live'] }: { before: Date; now: Date; sources?: ('live' | 'file')[] },
): Promise<number> {
  return database.scoped(scope, async (tx) => {
    const endedLoops = await tx
      .updateTable('loop_incident')
      .set({ status: 'resolved', resolved_by: 'quiet', resolved_at: now })
      .where('status', '<>', 'resolved')
      .where('source', 'in', sources)
      .where('last_seen_at', '<', before)
      .returning(liveLoopColumns)
      .execute()
    for (const after of endedLoops) await publishLoopChange(tx, scope, { after })
    if (endedLoops.length > 0)
      await tx
        .insertInto('loop_transition')
        .values(
          endedLoops.map(({ id }) => ({
            organization_id: scope.organizationId,
            loop_id: id,
            event: 'resolved',
            status_before: 'active' as const,
            status_after: 'resolved' as const,
            actor_name: 'Kept',
            note: 'No longer detected.',
            at: now,
          })),
        )
        .execute()
    return endedLoops.length
  })
}
