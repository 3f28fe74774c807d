/** Deletions of autopilot after their grace period: what else the same policy deletes counts toward its limits. */
import type { AutopilotChange } from '@kept/domain/autopilot.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { toChange } from './changes.ts'
import { findRun, type StoredRun } from './runs.ts'

/** The change with this action, and its run; undefined where no run made it. */
export async function changeWithRun(
  tx: ScopedTransaction,
  actionId: string,
): Promise<{ change: AutopilotChange; run: StoredRun } | undefined> {
  const row = await tx.selectFrom('autopilot_change').selectAll().where('id', '=', actionId).executeTakeFirst()
  return row && { change: toChange(row), run: await findRun(tx, row.run_id) }
}

/** Deletions that the policy began since then, without this one. Of them, how many belong to this run. */
export async function deletedSince(
  tx: ScopedTransaction,
  { policyId, runId, changeId, since }: { policyId: string; runId: string; changeId: string; since: Date },
): Promise<{ inRun: number; savingsOfDay: string[] }> {
  const rows = await tx
    .selectFrom('autopilot_change as change')
    .innerJoin('autopilot_run as run', 'run.id', 'change.run_id')
    .innerJoin('remediation_action as action', 'action.id', 'change.id')
    .select(['change.run_id', 'change.monthly_savings'])
    .where('run.policy_id', '=', policyId)
    .where('change.id', '<>', changeId)
    .where('action.deletion_started_at', '>', since)
    .execute()
  return {
    inRun: rows.filter((row) => row.run_id === runId).length,
    savingsOfDay: rows.map(({ monthly_savings }) => decimal(monthly_savings)),
  }
}
