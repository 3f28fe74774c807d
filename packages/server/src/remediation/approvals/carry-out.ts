/** Carries out what was approved: exactly its dry run. Autopilot carries out its changes itself. */
import type { Scope } from '@kept/domain/scope.ts'
import { findRemediationAction } from '@kept/store/remediation/actions.ts'
import type { StoredApproval } from '@kept/store/remediation/approvals.ts'
import { type Actor, dryRunOf, sentenceOf } from '../public/actions.ts'
import type { RemediationDeps } from '../public/registry.ts'
import { performAndAnswer } from '../recommended/perform-verified.ts'

/** Returns why it failed; '' otherwise. */
export async function carryOut(
  deps: RemediationDeps,
  scope: Scope,
  approval: StoredApproval,
  auditContext: Actor['auditContext'],
): Promise<string> {
  if (approval.state !== 'approved' || approval.dryRunId === null) return ''
  const actor = { name: `${approval.asker_name}, approved: ${auditContext.actor.name}`, auditContext }
  try {
    const { plan } = await findRemediationAction(deps.state.database, scope, approval.dryRunId)
    const request = {
      subject: 'recommendation',
      subjectId: approval.recommendation_id,
      order: plan.order,
      automatic: false,
      actor,
    } as const
    const dryRun = await dryRunOf(deps, scope, approval.dryRunId, request)
    await performAndAnswer(deps, scope, request, dryRun)
    return ''
  } catch (error) {
    return sentenceOf(error)
  }
}
