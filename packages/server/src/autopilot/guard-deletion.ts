/**
 * What autopilot marked is deleted when its grace period has ended, by the policy as it is then: turned on, in its
 * windows and in no freeze, within its limits, with the approvals that are needed.
 */
import { exceededLimit } from '@kept/engine/autopilot/limits.ts'
import { waitReasonAt } from '@kept/engine/autopilot/times.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { lockPolicyLimits } from '@kept/store/autopilot/changes.ts'
import { changeWithRun, deletedSince } from '@kept/store/autopilot/deletions.ts'
import { listAutopilotPolicies } from '@kept/store/autopilot/policies.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { StoredAction } from '@kept/store/remediation/actions.ts'
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
  const waitReason = waitReasonAt(policy.times, now.getTime())
  if (waitReason !== undefined) return waitReason
  await lockPolicyLimits(tx, run.policy_id)
  const since = new Date(now.getTime() - dayMs)
  const deleted = await deletedSince(tx, { policyId: run.policy_id, runId: run.id, changeId: change.id, since })
  const limit = exceededLimit(policy.limits, { ...deleted, scopeResources: run.scope_resources }, change)
  return limit ?? missingApproval(tx, change)
}
