/**
 * What autopilot marked is deleted when its grace period has ended, by the policy as it is then: turned on, in its
 * windows and in no freeze, within its limits, with the approvals that are needed.
 */
import type { AutopilotPolicy } from '@kept/domain/autopilot.ts'
import { exceededLimit } from '@kept/engine/autopilot/limits.ts'
import { selectCandidates } from '@kept/engine/autopilot/select-changes.ts'
import { waitReasonAt } from '@kept/engine/autopilot/times.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { lockPolicyLimits } from '@kept/store/autopilot/changes.ts'
import { changeWithRun, deletedSince } from '@kept/store/autopilot/deletions.ts'
import { listAutopilotPolicies } from '@kept/store/autopilot/policies.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { StoredAction } from '@kept/store/remediation/actions.ts'
import { approvalOfChange } from '@kept/store/remediation/approvals.ts'
import { readCandidates } from './candidates.ts'
import { missingApproval } from './still-approved.ts'

/** Why the deletion is put off; undefined where it may begin, or no policy decided it. */
export async function holdDeletion(
  tx: ScopedTransaction,
  { action }: Pick<StoredAction, 'action'>,
  now: Date,
): Promise<string | undefined> {
  if (!action.automatic) return undefined
  const own = await changeWithRun(tx, action.id)
  if (!own) return undefined
  const { change, run } = own
  if (run.policy_id === null) return 'The autopilot policy was deleted. Delete it now, or restore it.'
  const policy = (await listAutopilotPolicies(tx)).find(({ id }) => id === run.policy_id)
  if (!policy?.enabled) return `The autopilot policy "${run.policy_name}" is off.`
  const notSelected = await notSelectedReason(tx, policy, change.recommendation_id, now)
  if (notSelected !== undefined) return notSelected
  const waitReason = waitReasonAt(policy.times, now.getTime())
  if (waitReason !== undefined) return waitReason
  await lockPolicyLimits(tx, run.policy_id)
  const since = new Date(now.getTime() - dayMs)
  const deleted = await deletedSince(tx, { policyId: run.policy_id, runId: run.id, changeId: change.id, since })
  const limit = exceededLimit(policy.limits, { ...deleted, scopeResources: run.scope_resources }, change)
  return limit ?? (await missingApproval(tx, change)) ?? unapprovedReason(tx, policy, change.id)
}

/** The policy may have been edited since the mark: what it would not choose today, it does not delete. */
async function notSelectedReason(
  tx: ScopedTransaction,
  policy: AutopilotPolicy,
  recommendationId: string,
  now: Date,
): Promise<string | undefined> {
  if (policy.mode === 'propose') return `The autopilot policy "${policy.name}" only proposes changes.`
  const { candidates } = await readCandidates(tx, policy)
  const own = candidates.flatMap(({ candidate }) => (candidate.id === recommendationId ? [candidate] : []))
  const { selected, skipped } = selectCandidates(policy, own, now.getTime())
  if (selected.length > 0) return undefined
  const reason = skipped[0]?.reason ?? 'It is not in its scope and rules.'
  return `The autopilot policy "${policy.name}" would not choose it any more: ${reason}`
}

async function unapprovedReason(
  tx: ScopedTransaction,
  { mode, name }: AutopilotPolicy,
  changeId: string,
): Promise<string | undefined> {
  if (mode !== 'approve' || (await approvalOfChange(tx, changeId))?.state === 'approved') return undefined
  return `The autopilot policy "${name}" asks before each change, and no one approved this one.`
}
