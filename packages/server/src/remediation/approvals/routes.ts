/** Approvals: listed, decided, and carried out once approved. */

import { findRemediationAction } from '@kept/store/remediation/actions.ts'
import { listApprovals, type StoredApproval } from '@kept/store/remediation/approvals.ts'
import { actingOf } from '../../platform/acting.ts'
import type { SignedInContext } from '../../platform/context.ts'
import { refuseInDemo } from '../../platform/demo-limits.ts'
import { routes } from '../../platform/implement.ts'
import { dryRunOf, sentenceOf } from '../public/actions.ts'
import { type Decider, decide } from '../public/decide-approval.ts'
import { performAndAnswer } from '../recommended/perform-verified.ts'
import { answered } from './answered.ts'

export const approvals = {
  list: routes.approvals.list.handler(async ({ context }) => {
    const { services, scope, me } = context
    const stored = await services.state.database.scoped(scope, listApprovals)
    return { data: stored.map((approval) => ({ ...answered(approval), is_own: approval.askerId === me.user.id })) }
  }),
  decide: routes.approvals.decide.handler(async ({ context, input }) => {
    refuseInDemo(context)
    const { services, scope } = context
    const { id, decision, note, signature } = input
    const deps = { database: services.state.database, secrets: services.secrets }
    const approval = await decide(deps, scope, { id, decision, note, signature }, deciderOf(context))
    const failure_reason = approval.state === 'approved' ? await carryOut(context, approval) : ''
    return { data: { ...answered(approval), failure_reason } }
  }),
}

/** Exactly the dry run that was approved. Returns why it failed; autopilot carries out its changes itself. */
async function carryOut(context: SignedInContext, approval: StoredApproval): Promise<string> {
  const { services, scope } = context
  if (approval.dryRunId === null) return ''
  const { auditContext } = actingOf(context)
  const actor = { name: `${approval.asker_name}, approved: ${auditContext.actor.name}`, auditContext }
  try {
    const { plan } = await findRemediationAction(services.state.database, scope, approval.dryRunId)
    const request = {
      subject: 'recommendation',
      subjectId: approval.recommendation_id,
      order: plan.order,
      automatic: false,
      actor,
    } as const
    const dryRun = await dryRunOf(services, scope, approval.dryRunId, request)
    await performAndAnswer(services, scope, request, dryRun)
    return ''
  } catch (error) {
    return sentenceOf(error)
  }
}

function deciderOf(context: SignedInContext): Decider {
  const { me } = context
  return {
    // The user of a session, or the creator of an API key: the same person by both.
    userId: me.user.id,
    role: me.user.role,
    isOperator: me.user.id === 'operator',
    auditContext: actingOf(context).auditContext,
  }
}
