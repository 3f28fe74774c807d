/** A user pauses or stops the resource of a loop, and undoes it: dry run, apply, revert. */
import type { LoopActionResult } from '@kept/contract/routes/loops.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationOrder } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { findLoop } from '@kept/store/loops/find.ts'
import { listRemediationActions } from '@kept/store/remediation/actions.ts'
import { readEnforcedPolicies } from '@kept/store/security/enforced-policies.ts'
import type { Services } from '../../platform/context.ts'
import { type Actor, dryRunOf, planAction, undo } from '../../remediation/public/actions.ts'
import { answered } from '../../remediation/public/answered.ts'
import { approvalReason } from '../../remediation/public/approvals.ts'
import { killSwitchReason } from '../../remediation/public/kill-switch.ts'
import { registryOf } from '../../remediation/public/registry.ts'
import { requestStop, stopLoop, topicOfLoop } from './approved-stop.ts'
import { unbookStop } from './book-stop.ts'
import { loopActionRecorder } from './loop-action-recorder.ts'
import { notKnown, stepFor, targetOfLoop } from './target-of-loop.ts'

interface ActionRequest {
  id: string
  operation: 'pause' | 'stop'
  dryRun: boolean
  /** The dry run that was shown: exactly that is applied, or nothing. */
  dryRunId: string | undefined
  revertAfterMinutes: number | null
  actor: Actor
  /** Who asks: they approve nothing of it. */
  asker: { id: string; name: string }
}

type Deps = Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'log'>

export async function actOnLoop(
  services: Deps,
  scope: Scope,
  { id, operation, dryRun, dryRunId, revertAfterMinutes, actor, asker }: ActionRequest,
): Promise<LoopActionResult> {
  const { database } = services.state
  const storedLoop = await findLoop(database, scope, id)
  const { loop } = storedLoop
  if (loop.status === 'resolved') throw new KeptError('conflict', 'This loop is already resolved.')
  const { target, steps, isCritical } = await targetOfLoop(services, scope, storedLoop)
  if (!target) return withoutAction(loop, notKnown)
  const order: RemediationOrder = { target, step: stepFor(operation, steps) }
  const registry = registryOf(services, scope)
  const script = registry.scriptFor(order)
  const access = await registry.accessTo(target)
  if (!access.port) {
    if (!dryRun) throw new KeptError('conflict', access.skip_reasons)
    return { ...withoutAction(loop, access.skip_reasons), script }
  }
  const request = { subject: 'loop', subjectId: id, order, automatic: false, actor } as const
  const answer = { script, critical: isCritical, skip_reasons: '' }
  const reason = approvalReason(await database.scoped(scope, readEnforcedPolicies), topicOfLoop(loop))
  if (dryRun) {
    const { action } = await planAction(services, scope, request)
    return { loop, remediation_action: action, approval: null, approval_reason: reason, ...answer }
  }
  if (reason !== '') {
    const stopReason = await killSwitchReason(services, scope)
    if (stopReason !== '') throw new KeptError('conflict', stopReason)
    const planned =
      dryRunId === undefined
        ? await planAction(services, scope, request)
        : await dryRunOf(services, scope, dryRunId, request)
    const approval = await requestStop(services, scope, { loop, planned, revertAfterMinutes, reason, asker, actor })
    return {
      loop,
      remediation_action: planned.action,
      approval: answered(approval),
      approval_reason: reason,
      ...answer,
    }
  }
  const { action } = await stopLoop(services, scope, { id, order, dryRunId, revertAfterMinutes, actor })
  const { loop: stopped } = await findLoop(database, scope, id)
  return { loop: stopped, remediation_action: action, approval: null, approval_reason: '', ...answer }
}

export async function revertLoop(services: Deps, scope: Scope, id: string, actor: Actor): Promise<LoopActionResult> {
  const { database } = services.state
  await findLoop(database, scope, id)
  const actions = await listRemediationActions(database, scope, { subject: 'loop', subjectId: id })
  const active = actions.find(
    ({ action }) => action.state === 'done' || action.state === 'doing' || action.state === 'undoing',
  )
  if (!active) throw new KeptError('conflict', 'There is nothing to undo for this loop.')
  const undone = await undo(services, scope, active.action.id, {
    actor,
    onStateChange: loopActionRecorder(actor.name, services.now),
  })
  if (!undone) throw new KeptError('conflict', 'The undo is already in progress.')
  await unbookStop(services, scope, id)
  const { loop } = await findLoop(database, scope, id)
  return { ...withoutAction(loop, ''), remediation_action: undone.action }
}

function withoutAction(loop: LoopActionResult['loop'], skipReasons: string): LoopActionResult {
  return {
    ...{ loop, remediation_action: null, approval: null, approval_reason: '', script: null, critical: false },
    skip_reasons: skipReasons,
  }
}
