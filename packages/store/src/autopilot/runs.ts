/** Runs of autopilot policies: started, continued under a lease, ended. */
import type { AutopilotPolicy, AutopilotRun, AutopilotSettings } from '@kept/domain/autopilot.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type Selectable, sql } from 'kysely'
import { type NewAuditEvent, recordAudit } from '../audit/record.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { isUnleased, leaseFor } from '../database/lease.ts'
import type { AutopilotSchema } from './schema.ts'

type Row = Selectable<AutopilotSchema['autopilot_run']>

export interface StoredRun extends AutopilotRun {
  settings: AutopilotSettings
}

interface NewRun {
  policy: AutopilotPolicy
  scopeResources: number
  auditContext: Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>
}

/** Undefined while another run of the policy goes on. */
export async function insertRun(
  tx: ScopedTransaction,
  { policy, scopeResources, auditContext }: NewRun,
): Promise<StoredRun | undefined> {
  const { id: policyId, updated_by: _editor, updated_at: _edited, ...settings } = policy
  const row = await tx
    .insertInto('autopilot_run')
    .values({
      organization_id: tx.scopedTo,
      policy_id: policyId,
      policy_name: policy.name,
      settings: JSON.stringify(settings),
      state: 'running',
      scope_resources: scopeResources,
      started_by: auditContext.actor.name,
      started_at: auditContext.at,
    })
    .onConflict((conflict) => conflict.column('policy_id').where('state', '=', 'running').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toRun(row)
}

export async function findRun(tx: ScopedTransaction, id: string): Promise<StoredRun> {
  const row = await tx.selectFrom('autopilot_run').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new KeptError('not_found', 'There is no autopilot run with this ID.')
  return toRun(row)
}

/** The newest first. */
export async function listRuns(tx: ScopedTransaction, limit: number): Promise<StoredRun[]> {
  const rows = await tx
    .selectFrom('autopilot_run')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toRun)
}

/** IDs of the runs that go on and that no process is continuing. */
export async function idleRuns(database: Database, scope: Scope): Promise<string[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('autopilot_run')
      .select('id')
      .where('state', '=', 'running')
      .where(isUnleased)
      .orderBy('started_at')
      .limit(200)
      .execute(),
  )
  return rows.map(({ id }) => id)
}

/**
 * The lease of a run, as its exact end: who holds another one has been taken over, and renews and ends nothing. A `Date`
 * would lose its microseconds.
 */
type RunLease = string

const endOfLease = sql<RunLease>`leased_until::text`.as('lease')

/** For one of several callers: its lease for so long. Undefined for the others. */
export async function claimRun(
  database: Database,
  scope: Scope,
  id: string,
  holdMs: number,
): Promise<RunLease | undefined> {
  const claimed = await database.scoped(scope, (tx) =>
    tx
      .updateTable('autopilot_run')
      .set({ leased_until: leaseFor(holdMs) })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where(isUnleased)
      .returning(endOfLease)
      .executeTakeFirst(),
  )
  return claimed?.lease
}

/** The lease that follows this one. Undefined where the run has ended, or another process has taken it over. */
export async function renewRunLease(
  database: Database,
  scope: Scope,
  id: string,
  { lease, holdMs }: { lease: RunLease; holdMs: number },
): Promise<RunLease | undefined> {
  const renewed = await database.scoped(scope, (tx) =>
    tx
      .updateTable('autopilot_run')
      .set({ leased_until: leaseFor(holdMs) })
      .where('id', '=', id)
      .where(isLease(lease))
      .returning(endOfLease)
      .executeTakeFirst(),
  )
  return renewed?.lease
}

export async function endRunLease(database: Database, scope: Scope, id: string, lease: RunLease): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx.updateTable('autopilot_run').set({ leased_until: null }).where('id', '=', id).where(isLease(lease)).execute(),
  )
}

function isLease(lease: RunLease) {
  return sql<boolean>`leased_until = ${lease}::timestamptz`
}

export async function setRunReason(tx: ScopedTransaction, id: string, reason: string): Promise<void> {
  await tx.updateTable('autopilot_run').set({ reason }).where('id', '=', id).where('state', '=', 'running').execute()
}

export async function endRun(
  tx: ScopedTransaction,
  id: string,
  { state, reason }: { state: 'completed' | 'stopped'; reason: string },
  auditContext: Pick<NewAuditEvent, 'actor' | 'at'>,
): Promise<void> {
  const row = await tx
    .updateTable('autopilot_run')
    .set({ state, reason, ended_at: auditContext.at, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('policy_name')
    .executeTakeFirst()
  if (!row) return
  await recordAudit(tx, {
    ...auditContext,
    action: `autopilot_run.${state}`,
    target: id,
    summary: `The run of the autopilot policy "${row.policy_name}" was ${state}.${reason === '' ? '' : ` ${reason}`}`,
  })
}

function toRun(row: Row): StoredRun {
  const { id, policy_id, policy_name, settings, state, reason, scope_resources, started_by, started_at, ended_at } = row
  return {
    ...{ id, policy_id, policy_name, settings, mode: settings.mode, state, reason, scope_resources, started_by },
    started_at: started_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }
}
