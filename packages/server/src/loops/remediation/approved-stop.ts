/** Stops of loops that a second person approves: asked for, and carried out once approved. */

import type { ListedLoop } from '@kept/contract/routes/loops.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationOrder } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { findLoop } from '@kept/store/loops/find.ts'
import type { StoredAction } from '@kept/store/remediation/actions.ts'
import { findRemediationAction } from '@kept/store/remediation/actions.ts'
import type { StoredApproval } from '@kept/store/remediation/approvals.ts'
import type { CarryOut, Services } from '../../platform/context.ts'
import { type Actor, dryRunOf, perform } from '../../remediation/public/actions.ts'
import { type ApprovalTopic, monthlyOf, requestApproval } from '../../remediation/public/approvals.ts'
import { bookStop } from './book-stop.ts'
import { loopActionRecorder } from './loop-action-recorder.ts'

type Deps = Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'log'>

/** A stop saves what the loop costs: its cost of an hour, for a month. */
export function topicOfLoop(loop: ListedLoop): ApprovalTopic {
  const { id, resource_name, resource_id, loop_type, cost_impact, confirmed } = loop
  return {
    ...{ subject: 'loop', subjectId: id, title: `stop ${resource_name}`, currency: cost_impact.currency },
    monthlySavings: monthlyOf(cost_impact.estimated_hourly_cost),
    labels: { rule: [loop_type] },
    isSuspected: !confirmed,
    resourceIds: [resource_id],
  }
}

interface StopRequest {
  loop: ListedLoop
  planned: StoredAction
  revertAfterMinutes: number | null
  reason: string
  asker: { id: string; name: string }
  actor: Actor
}

export async function requestStop(
  services: Deps,
  scope: Scope,
  { loop, planned, revertAfterMinutes, reason, asker, actor }: StopRequest,
): Promise<StoredApproval> {
  const { action } = planned
  return services.state.database.scoped(scope, (tx) =>
    requestApproval(services, tx, {
      ...{ topic: topicOfLoop(loop), step: action.step, description: action.description, reason, asker },
      dryRunId: action.id,
      request: { kind: 'stop_loop', revert_after_minutes: revertAfterMinutes },
      auditContext: actor.auditContext,
    }),
  )
}

export function approvedStop(services: Deps): CarryOut {
  return async (scope, { dryRunId, subject_id: id, request }, actor) => {
    if (dryRunId === null || request?.kind !== 'stop_loop') throw new Error(`The approval of loop ${id} has no stop.`)
    const { plan } = await findRemediationAction(services.state.database, scope, dryRunId)
    const revertAfterMinutes = request.revert_after_minutes
    await stopLoop(services, scope, { id, order: plan.order, dryRunId, revertAfterMinutes, actor })
  }
}

interface Stop {
  id: string
  order: RemediationOrder
  /** Exactly that is applied; undefined: it is planned now. */
  dryRunId: string | undefined
  revertAfterMinutes: number | null
  actor: Actor
}

/** Acts on the resource of a loop for a person, and books the stop. */
export async function stopLoop(
  services: Deps,
  scope: Scope,
  { id, order, dryRunId, revertAfterMinutes, actor }: Stop,
): Promise<StoredAction> {
  const storedLoop = await findLoop(services.state.database, scope, id)
  if (storedLoop.loop.status === 'resolved') throw new KeptError('conflict', 'This loop is already resolved.')
  const request = { subject: 'loop', subjectId: id, order, automatic: false, actor } as const
  const dryRun = dryRunId === undefined ? undefined : await dryRunOf(services, scope, dryRunId, request)
  const now = services.now()
  const stored = await perform(services, scope, request, {
    ...(dryRun && { dryRun }),
    revertAt: revertAfterMinutes === null ? null : new Date(now.getTime() + revertAfterMinutes * 60_000),
    onStateChange: loopActionRecorder(actor.name, services.now),
  })
  const { description } = stored.action
  await bookStop(services, scope, storedLoop, { actorName: actor.name, stoppedAt: now, description })
  return stored
}
