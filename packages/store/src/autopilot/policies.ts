/** Autopilot policies of an organization. */
import type { AutopilotPolicy, AutopilotSettings } from '@kept/domain/autopilot.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Selectable } from 'kysely'
import { type NewAuditEvent, recordAudit } from '../audit/record.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import type { AutopilotSchema } from './schema.ts'

type Row = Selectable<AutopilotSchema['autopilot_policy']>

interface PolicyChange {
  userId: string
  auditContext: Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>
}

export async function listAutopilotPolicies(tx: ScopedTransaction): Promise<AutopilotPolicy[]> {
  return (await tx.selectFrom('autopilot_policy').selectAll().orderBy('name').limit(200).execute()).map(toPolicy)
}

export async function findAutopilotPolicy(tx: ScopedTransaction, id: string): Promise<AutopilotPolicy> {
  return toPolicy(await findRow(tx, id))
}

/** The user who changed it last. */
export async function findPolicyEditor(tx: ScopedTransaction, id: string): Promise<string> {
  return (await findRow(tx, id)).updated_by_id
}

/** Creates it, or replaces the settings of the one with this ID. */
export async function saveAutopilotPolicy(
  tx: ScopedTransaction,
  id: string | undefined,
  settings: AutopilotSettings,
  { userId, auditContext }: PolicyChange,
): Promise<AutopilotPolicy> {
  const { actor, at } = auditContext
  const before = id === undefined ? null : await findRow(tx, id)
  const sameName = await tx
    .selectFrom('autopilot_policy')
    .select('id')
    .where('name', '=', settings.name)
    .$if(id !== undefined, (query) => query.where('id', '<>', id ?? ''))
    .executeTakeFirst()
  if (sameName)
    throw new KeptError('conflict', `There is a policy named "${settings.name}" already. Choose another name.`)
  const changes = {
    name: settings.name,
    settings: JSON.stringify(settings),
    updated_by_id: userId,
    updated_by: actor.name,
    updated_at: at,
  }
  const row = before
    ? await tx
        .updateTable('autopilot_policy')
        .set(changes)
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('autopilot_policy')
        .values({ organization_id: tx.scopedTo, created_at: at, ...changes })
        .returningAll()
        .executeTakeFirstOrThrow()
  await recordAudit(tx, {
    ...auditContext,
    action: before ? 'autopilot_policy.updated' : 'autopilot_policy.created',
    target: row.id,
    summary: `${actor.name} ${before ? 'changed' : 'created'} the autopilot policy "${settings.name}" (${settings.mode}).`,
    before: before && { ...before.settings },
    after: { ...settings },
  })
  return toPolicy(row)
}

export async function deleteAutopilotPolicy(
  tx: ScopedTransaction,
  id: string,
  { auditContext }: PolicyChange,
): Promise<void> {
  const { name } = await findRow(tx, id)
  await tx.deleteFrom('autopilot_policy').where('id', '=', id).execute()
  await recordAudit(tx, {
    ...auditContext,
    action: 'autopilot_policy.deleted',
    target: id,
    summary: `${auditContext.actor.name} deleted the autopilot policy "${name}".`,
  })
}

async function findRow(tx: ScopedTransaction, id: string): Promise<Row> {
  const row = await tx.selectFrom('autopilot_policy').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new KeptError('not_found', 'There is no autopilot policy with this ID.')
  return row
}

function toPolicy({ id, settings, updated_by, updated_at }: Row): AutopilotPolicy {
  return { ...settings, id, updated_by, updated_at: updated_at.toISOString() }
}
