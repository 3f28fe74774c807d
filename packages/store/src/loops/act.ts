/** A deed in the life of its loop: what was done last stands in the record, every step in its story. */
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '../database/connect.ts'

export interface LoopDeed {
  id: string
  /** "pause", "stop", "rehearse", "undo", "left", "failed". */
  what: string
  by: string
  note: string
  at: Date
  /** Left out where the record stays as it is: a rehearsal is no action. */
  action?: { taken: string; success: boolean }
}

export async function noteDeedOfLoop(
  tx: ScopedTransaction,
  { organizationId }: Scope,
  { id, what, by, note, at, action }: LoopDeed,
): Promise<void> {
  const row = await tx.selectFrom('loop_incident').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return
  if (action)
    await tx
      .updateTable('loop_incident')
      .set({ action_taken: action.taken, action_success: action.success, action_at: at })
      .where('id', '=', id)
      .execute()
  await tx
    .insertInto('loop_step')
    .values({
      organization_id: organizationId,
      loop_id: id,
      what,
      status_before: row.status,
      status_after: row.status,
      by_name: by,
      note: note.slice(0, 500),
      at,
    })
    .execute()
}
