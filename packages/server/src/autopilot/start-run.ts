/** Starts a run of a policy: chooses its changes, and asks for the approvals that they need. */
import type { AutopilotPolicy } from '@kept/domain/autopilot.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { selectCandidates } from '@kept/engine/autopilot/select-changes.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import type { NewAuditEvent } from '@kept/store/audit/record.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { insertChanges, type NewChange } from '@kept/store/autopilot/changes.ts'
import { findPolicyEditor } from '@kept/store/autopilot/policies.ts'
import { endRun, insertRun } from '@kept/store/autopilot/runs.ts'
import { handledRecommendations } from '@kept/store/autopilot/scope.ts'
import { waitingApprovalOf } from '@kept/store/remediation/approvals.ts'
import { readEnforcedPolicies } from '@kept/store/security/enforced-policies.ts'
import { approvalReason, requestApproval, topicOf } from '../remediation/public/approvals.ts'
import { type PolicyCandidate, readCandidates } from './candidates.ts'
import { notifyProposal } from './notify.ts'
import type { AutopilotDeps } from './run-backend.ts'

/** What failed or was taken back is not tried again for so long. */
const retryAfterDays = 30

interface PlannedChange extends PolicyCandidate {
  change: NewChange
  approval: string
}

/** Returns the ID of the run; undefined where there is nothing to change, or a run goes on. */
export async function startRun(
  deps: AutopilotDeps,
  scope: Scope,
  policy: AutopilotPolicy,
  auditContext: Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>,
): Promise<string | undefined> {
  return deps.state.database.scoped(scope, async (tx) => {
    const { candidates, scopeResources } = await readCandidates(tx, policy)
    const since = new Date(auditContext.at.getTime() - retryAfterDays * dayMs)
    const handled = await handledRecommendations(tx, policy.id, since)
    const isNew = ({ id }: { id: string }) =>
      !handled.active.has(id) && !handled.failed.has(id) && !(policy.mode === 'propose' && handled.proposed.has(id))
    const available = candidates.map(({ candidate }) => candidate).filter(isNew)
    const { selected } = selectCandidates(policy, available, auditContext.at.getTime())
    const policies = await readEnforcedPolicies(tx)
    const planned: PlannedChange[] = []
    for (const { id } of selected) {
      if (planned.length >= policy.limits.max_changes_per_run) break
      const match = candidates.find(({ candidate }) => candidate.id === id)
      if (!match?.order || (policy.mode !== 'propose' && (await waitingApprovalOf(tx, 'recommendation', id)))) continue
      const approval =
        approvalReason(policies, topicOf(match.recommendation)) ||
        (policy.mode === 'approve' ? `The policy "${policy.name}" asks before each change.` : '')
      planned.push({ ...match, approval, change: changeOf(policy, match, planned.length, approval) })
    }
    if (planned.length === 0) return undefined
    const run = await insertRun(tx, { policy, scopeResources, auditContext })
    if (!run) return undefined
    const changes = await insertChanges(
      tx,
      run.id,
      planned.map(({ change }) => change),
    )
    if (policy.mode === 'propose') await notifyProposal(tx, run, changes)
    else {
      const asker = { id: await findPolicyEditor(tx, policy.id), name: `Autopilot: ${policy.name}` }
      for (const [index, { approval, recommendation, order }] of planned.entries()) {
        const change = changes[index]
        if (approval === '' || !order || !change) continue
        const { step, target } = order
        const description = `${recommendation.title}: ${step.replaceAll('_', ' ')} ${target.name || target.id}.`
        const topic = topicOf(recommendation)
        const request = { topic, step, description, reason: approval, asker, changeId: change.id }
        await requestApproval(deps, tx, { ...request, auditContext })
      }
    }
    await recordAudit(tx, {
      ...auditContext,
      action: 'autopilot_run.started',
      target: run.id,
      summary: `A run of the autopilot policy "${policy.name}" started with ${changes.length} changes (${policy.mode}).`,
      details: { policy: policy.id, changes: changes.map(({ recommendation_id }) => recommendation_id) },
    })
    if (policy.mode === 'propose') await endRun(tx, run.id, { state: 'completed', reason: '' }, auditContext)
    return run.id
  })
}

function changeOf(
  policy: AutopilotPolicy,
  { recommendation, candidate, order }: PolicyCandidate,
  position: number,
  approval: string,
): NewChange {
  const { id, rule, resource_id, currency, monthly_savings } = recommendation
  return {
    ...{ recommendation_id: id, rule, resource_id, currency, resource_name: candidate.resource_name },
    monthly_savings: monthly_savings ?? '0',
    step: order?.step ?? 'notify',
    is_canary: position < policy.canary_changes,
    state: policy.mode === 'propose' ? 'proposed' : approval === '' ? 'pending' : 'waiting',
    reason: approval,
  }
}
