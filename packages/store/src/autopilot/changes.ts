/** Changes of autopilot runs. Every change of state is in the audit log, in the same transaction. */
import type { AutopilotChange } from '@kept/domain/autopilot.ts'
import { type AutopilotChangeState, isEndState, startedStates } from '@kept/domain/autopilot-states.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import { type Selectable, sql } from 'kysely'
import { type NewAuditEvent, recordAudit } from '../audit/record.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import type { AutopilotSchema } from './schema.ts'

type Row = Selectable<AutopilotSchema['autopilot_change']>
type AuditContext = Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>

export type NewChange = Pick<
  AutopilotChange,
  | 'recommendation_id'
  | 'is_canary'
  | 'resource_id'
  | 'resource_name'
  | 'rule'
  | 'step'
  | 'monthly_savings'
  | 'currency'
  | 'state'
  | 'reason'
>

export async function insertChanges(
  tx: ScopedTransaction,
  runId: string,
  changes: readonly NewChange[],
): Promise<AutopilotChange[]> {
  if (changes.length === 0) return []
  const rows = await tx
    .insertInto('autopilot_change')
    .values(changes.map((change, position) => ({ organization_id: tx.scopedTo, run_id: runId, position, ...change })))
    .returningAll()
    .execute()
  return rows.map(toChange).toSorted((a, b) => a.position - b.position)
}

export async function listChanges(
  tx: ScopedTransaction,
  runIds: readonly string[],
): Promise<(AutopilotChange & { run_id: string })[]> {
  if (runIds.length === 0) return []
  const rows = await tx
    .selectFrom('autopilot_change')
    .selectAll()
    .where('run_id', 'in', runIds)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...toChange(row), run_id: row.run_id }))
}

interface Transition {
  from: readonly AutopilotChangeState[]
  to: AutopilotChangeState
  reason: string
  /** When its health is checked. */
  checkAt?: Date
  auditContext: AuditContext
}

/** False where it is in another state by now: of several callers, the first succeeds. */
export async function moveChange(
  tx: ScopedTransaction,
  { id }: Pick<AutopilotChange, 'id'>,
  { from, to, reason, checkAt, auditContext }: Transition,
): Promise<boolean> {
  const { at } = auditContext
  const row = await tx
    .updateTable('autopilot_change')
    .set({
      state: to,
      reason,
      ...(to === 'applying' && { started_at: at }),
      ...((to === 'pending' || to === 'approved') && { started_at: null }),
      ...(checkAt && { check_at: checkAt }),
      ended_at: isEndState(to) ? at : null,
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  await recordAudit(tx, {
    ...auditContext,
    action: `autopilot_change.${to}`,
    target: row.recommendation_id,
    summary: `Autopilot: ${row.resource_name} became ${to.replaceAll('_', ' ')}.${reason === '' ? '' : ` ${reason}`}`,
    details: { change: id, run: row.run_id, resource: row.resource_id },
  })
  return true
}

/** Holds the limits of a policy still until the transaction ends. Call it before `startedBefore`. */
export async function lockPolicyLimits(tx: ScopedTransaction, policyId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(7253028, hashtext(${policyId}))`.execute(tx)
}

/** What the policy started in this run and since `since`, without this change. */
export async function startedBefore(
  tx: ScopedTransaction,
  { policyId, runId, changeId, since }: { policyId: string; runId: string; changeId: string; since: Date },
): Promise<{ inRun: number; savingsOfDay: string[] }> {
  const rows = await tx
    .selectFrom('autopilot_change as change')
    .innerJoin('autopilot_run as run', 'run.id', 'change.run_id')
    .select(['change.run_id', 'change.monthly_savings', 'change.started_at'])
    .where('run.policy_id', '=', policyId)
    .where('change.id', '<>', changeId)
    .where('change.state', 'in', startedStates)
    .where((or) => or.or([or('change.run_id', '=', runId), or('change.started_at', '>', since)]))
    .execute()
  return {
    inRun: rows.filter((row) => row.run_id === runId).length,
    savingsOfDay: rows
      .filter(({ started_at }) => started_at !== null && started_at > since)
      .map(({ monthly_savings }) => decimal(monthly_savings)),
  }
}

export function toChange(row: Row): AutopilotChange {
  const { organization_id: _own, run_id: _run, monthly_savings, started_at, check_at, ended_at, ...change } = row
  return {
    ...change,
    monthly_savings: decimal(monthly_savings),
    started_at: started_at?.toISOString() ?? null,
    check_at: check_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
  }
}
