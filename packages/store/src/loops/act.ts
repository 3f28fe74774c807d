/** A remediation action of a loop: the latest is stored with the incident, each step in its history. */
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { liveLoopColumns, publishLoopChange } from './publish-change.ts'

interface LoopAction {
  id: string
  /** "pause", "stop", "undo", "act_failed", "undo_failed" or "undo_left". */
  event: string
  actorName: string
  note: string
  at: Date
  /** Left out for steps that do not change the incident, such as a dry run. */
  action?: { name: string; success: boolean }
}

export async function recordLoopAction(
  tx: ScopedTransaction,
  scope: Scope,
  { id, event, actorName, note, at, action }: LoopAction,
): Promise<void> {
  const row = await tx
    .selectFrom('loop_incident')
    .select(liveLoopColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  if (action) {
    const after = await tx
      .updateTable('loop_incident')
      .set({ action_taken: action.name, action_success: action.success, action_at: at })
      .where('id', '=', id)
      .returning(liveLoopColumns)
      .executeTakeFirstOrThrow()
    await publishLoopChange(tx, scope, { before: row, after })
  }
  await tx
    .insertInto('loop_transition')
    .values({
      organization_id: scope.organizationId,
      loop_id: id,
      event,
      status_before: row.status,
      status_after: row.status,
      actor_name: actorName,
      note: note.slice(0, 500),
      at,
    })
    .execute()
}
