/** The kill switch of an organization: while it is on, nothing is changed in its clouds, except to restore. */
import type { AutopilotSwitch } from '@kept/domain/autopilot.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type NewAuditEvent, recordAudit } from '../audit/record.ts'
import type { Database } from '../database/connect.ts'

export async function readSwitch(database: Database, scope: Scope): Promise<AutopilotSwitch> {
  const row = await database.scoped(scope, (tx) => tx.selectFrom('autopilot_switch').selectAll().executeTakeFirst())
  if (!row) return { stopped: false, reason: '', changed_by: '', changed_at: null }
  const { stopped, reason, changed_by, changed_at } = row
  return { stopped, reason, changed_by, changed_at: changed_at.toISOString() }
}

export async function writeSwitch(
  database: Database,
  scope: Scope,
  { stopped, reason }: Pick<AutopilotSwitch, 'stopped' | 'reason'>,
  auditContext: Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>,
): Promise<void> {
  const { actor, at } = auditContext
  const values = { stopped, reason, changed_by: actor.name, changed_at: at }
  await database.scoped(scope, async (tx) => {
    await tx
      .insertInto('autopilot_switch')
      .values({ organization_id: scope.organizationId, ...values })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
      .execute()
    await recordAudit(tx, {
      ...auditContext,
      action: stopped ? 'autopilot.stopped' : 'autopilot.resumed',
      summary: stopped
        ? `${actor.name} stopped all changes with the kill switch.`
        : `${actor.name} turned off the kill switch.`,
      details: { reason },
    })
  })
}
