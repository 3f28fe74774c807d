/** A person's step in the life of a loop: checked, remembered, and in the audit trail. */
import { type LoopMove, moveLoop } from '@kept/domain/loop-life.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { type NewAuditEvent, recordAudit } from '../people/audit.ts'
import { loopRow } from './find.ts'
import { type KeptLoop, toLoop } from './row.ts'

export async function moveOneLoop(
  database: Database,
  scope: Scope,
  {
    id,
    move,
    by,
    note,
    stamp,
  }: {
    id: string
    move: LoopMove
    by: string
    note: string
    stamp: Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>
  },
): Promise<KeptLoop> {
  return database.scoped(scope, async (tx) => {
    const before = await loopRow(tx, id)
    const status = moveLoop(before.status, move)
    const row = await tx
      .updateTable('loop_incident')
      .set({
        status,
        resolved_by: status === 'resolved' ? 'person' : '',
        resolved_at: status === 'resolved' ? stamp.at : null,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('loop_step')
      .values({
        organization_id: scope.organizationId,
        loop_id: id,
        what: move,
        status_before: before.status,
        status_after: status,
        by_name: by,
        note,
        at: stamp.at,
      })
      .execute()
    await recordAudit(tx, {
      ...stamp,
      action: `loop.${move}`,
      target: id,
      summary: `${by} moved the loop of ${before.detection.resource_name} from ${before.status} to ${status}.`,
      details: { note },
    })
    return toLoop(row)
  })
}
