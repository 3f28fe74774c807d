/** Carries out what was approved, exactly as it was asked for. Autopilot carries out its changes itself. */
import type { Scope } from '@kept/domain/scope.ts'
import { findRemediationAction } from '@kept/store/remediation/actions.ts'
import type { StoredApproval } from '@kept/store/remediation/approvals.ts'
import type { CarryOut, Services } from '../../platform/context.ts'
import { deleteEarly } from '../grace/delete-now.ts'
import { type Actor, dryRunOf, sentenceOf } from '../public/actions.ts'
import type { RemediationDeps } from '../public/registry.ts'
import { performAndAnswer } from '../recommended/perform-verified.ts'

/** Returns why it failed; '' otherwise. */
export async function carryOut(
  { approved }: Pick<Services, 'approved'>,
  scope: Scope,
  approval: StoredApproval,
  auditContext: Actor['auditContext'],
): Promise<string> {
  if (approval.state !== 'approved' || approval.changeId !== null) return ''
  const work = approved?.[approval.subject]
  if (!work) throw new Error(`Nothing carries out approvals of the subject ${approval.subject}.`)
  try {
    await work(scope, approval, {
      name: `${approval.asker_name}, approved: ${auditContext.actor.name}`,
      auditContext,
    })
    return ''
  } catch (error) {
    return sentenceOf(error)
  }
}

/** For recommendations: exactly the dry run, or the deletion of what waits for it. */
export function approvedRecommendation(deps: RemediationDeps): CarryOut {
  return async (scope, { dryRunId, subject_id: subjectId }, actor) => {
    const stored = await findRemediationAction(deps.state.database, scope, dryRunId ?? '')
    if (stored.action.state === 'waiting') {
      await deleteEarly(deps, scope, stored, actor)
      return
    }
    const { plan } = stored
    const request = { subject: 'recommendation', subjectId, order: plan.order, automatic: false, actor } as const
    const dryRun = await dryRunOf(deps, scope, dryRunId ?? '', request)
    await performAndAnswer(deps, scope, request, dryRun)
  }
}
