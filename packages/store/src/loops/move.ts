/** A user changes the status of a loop: validated, recorded in its history and in the audit trail. */
import { type LoopMove, moveLoop } from '@kept/domain/loop-life.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type NewAuditEvent, recordAudit } from '../audit/record.ts'
import type { Database } from '../database/connect.ts'
import { loopRow } from './find.ts'
import { publishLoopChange } from './publish-change.ts'
import { type StoredLoop, toLoop } from './row.ts'

export async function moveOneLoop(
  database: Database,
  scope: Scope,
  {
    id,
    move,
    actorName,
    note,
    auditContext,
  }: {
    id: string
    move: LoopMove
    actorName: string
    note: string
    auditContext: Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>
  },
): Promise<StoredLoop> {
  return database.scoped(scope, async (tx) => {
    const before = await loopRow(tx, id)
    const status = moveLoop(before.status, move)
    const row = await tx
      .updateTable('loop_incident')
      .set({
        status,
        resolved_by: status === 'resolved' ? 'person' : '',
        resolved_at: status === 'resolved' ? auditContext.at : null,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await publishLoopChange(tx, scope, { before, after: row })
    await tx
      .insertInto('loop_transition')
      .values({
        organization_id: scope.organizationId,
        loop_id: id,
        event: move,
        status_before: before.status,
        status_after: status,
        actor_name: actorName,
        note,
        at: auditContext.at,
      })
      .execute()
    await recordAudit(tx, {
      ...auditContext,
      action: `loop.${move}`,
      target: id,
      summary: `${actorName} moved the loop of ${before.detection.resource_name} from ${before.status} to ${status}.`,
      details: { note },
    })
    return toLoop(row)
  })
}
