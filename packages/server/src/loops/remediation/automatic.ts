/**
 * Automatic remediation of evaluated loops, minute by minute, with all safeguards. One minute makes the dry run, the
 * next one acts: nothing is done in the minute it was decided.
 */

import type { LoopRule } from '@kept/domain/loop-rule.ts'
import { loopTypeLabels } from '@kept/domain/loop-types.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { decideRemediation, type RemediationDecision } from '@kept/engine/loops/remediation/decide.ts'
import { findLoop } from '@kept/store/loops/find.ts'
import { listStoredRules } from '@kept/store/loops/rules.ts'
import type { SavedLoop } from '@kept/store/loops/save.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { countAutomaticActions, listRemediationActions, type StoredAction } from '@kept/store/remediation/actions.ts'
import { readPolicy } from '@kept/store/remediation/policy.ts'
import { readEnforcedPolicies } from '@kept/store/security/enforced-policies.ts'
import type { Services } from '../../platform/context.ts'
import { type Actor, perform, planAction } from '../../remediation/public/actions.ts'
import { approvalReason } from '../../remediation/public/approvals.ts'
import { registryOf } from '../../remediation/public/registry.ts'
import { rulesInForce } from '../all-rules.ts'
import { topicOfLoop } from './approved-stop.ts'
import { bookStop } from './book-stop.ts'
import { loopActionRecorder } from './loop-action-recorder.ts'
import { targetOfLoop } from './target-of-loop.ts'

type Deps = Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'log'>

const hourMs = 3_600_000

/** Only for live telemetry: a file describes the past. */
export async function remediateLoops(services: Deps, scope: Scope, saved: readonly SavedLoop[]): Promise<void> {
  const open = saved.filter(({ loop: seen }) => seen.confirmed && seen.detection.status !== 'resolved')
  if (open.length === 0) return
  const { policy } = await readPolicy(services.state.database, scope)
  if (!policy.automatic) return
  const rules = rulesInForce(await listStoredRules(services.state.database, scope)).map(({ rule }) => rule)
  for (const { id, loop: seen } of open) {
    const rule = rules.find((candidate) => candidate.id === seen.rule_id)
    if (!rule?.auto_remediation.enabled) continue
    try {
      await remediateOne(services, scope, id, rule, policy)
    } catch (error) {
      // The error is stored with the action and in the loop's history; the other loops continue.
      services.log.warn({ event: 'loops.remediation_failed', err: error, loop_id: id }, 'loop remediation failed')
    }
  }
}

async function remediateOne(
  services: Deps,
  scope: Scope,
  id: string,
  rule: LoopRule,
  policy: Parameters<typeof decideRemediation>[0]['policy'],
): Promise<RemediationDecision> {
  const { state, now } = services
  const storedLoop = await findLoop(state.database, scope, id)
  const { loop, evidence } = storedLoop
  const { target, steps, isCritical } = await targetOfLoop(services, scope, storedLoop)
  const access = target && (await registryOf(services, scope).accessTo(target))
  const actions = await listRemediationActions(state.database, scope, { subject: 'loop', subjectId: id })
  const decision = decideRemediation({
    policy,
    rule,
    isConfirmed: loop.confirmed,
    isActive: loop.status === 'active',
    probability: evidence.probability,
    hourlyCost: loop.cost_impact.estimated_hourly_cost,
    isCritical,
    done: actions.map(({ action }) => ({ step: action.step, dryRun: action.state === 'planned' })),
    doneThisHour: await countAutomaticActions(state.database, scope, new Date(now().getTime() - hourMs)),
    possible: access?.port ? steps : [],
  })
  if (decision.step === 'notify' || !target) return decision
  const actor: Actor = {
    name: 'Kept',
    auditContext: { actor: { kind: 'system', id: null, name: 'Kept' }, at: now() },
  }
  const request = {
    subject: 'loop',
    subjectId: id,
    order: { target, step: decision.step },
    automatic: true,
    actor,
  } as const
  const reason = approvalReason(await state.database.scoped(scope, readEnforcedPolicies), topicOfLoop(loop))
  // An automatic rule asks no one, so it does not go around a second person: it ends with its dry run.
  if (decision.dryRun || reason !== '') {
    const isKnown = actions.some(
      ({ action }) => action.state === 'planned' && action.automatic && action.step === decision.step,
    )
    if (!isKnown)
      await notify(services, scope, loop, await planAction(services, scope, request), { did: false, reason })
    return decision
  }
  const performed = await perform(services, scope, request, {
    revertAt:
      decision.revertAfterMinutes === null ? null : new Date(now().getTime() + decision.revertAfterMinutes * 60_000),
    onStateChange: loopActionRecorder(actor.name, now),
  })
  await bookStop(services, scope, storedLoop, {
    actorName: actor.name,
    stoppedAt: now(),
    description: performed.action.description,
  })
  await notify(services, scope, loop, performed, { did: true, reason: '' })
  return decision
}

async function notify(
  { state }: Deps,
  scope: Scope,
  loop: Awaited<ReturnType<typeof findLoop>>['loop'],
  { action }: StoredAction,
  { did, reason }: { did: boolean; reason: string },
): Promise<void> {
  const outcome = action.step === 'throttle' ? 'paused' : 'stopped'
  const until = action.revert_at ? ` Reverts at ${action.revert_at.slice(0, 16).replace('T', ' ')} UTC.` : ''
  await state.database.scoped(scope, (tx) =>
    addNotification(tx, scope, {
      kind: 'loop',
      title: did
        ? `Kept ${outcome} ${loop.resource_name}`
        : `Dry run: Kept would have ${outcome} ${loop.resource_name}`,
      body: `${loopTypeLabels[loop.loop_type].label}. ${action.description}${until}${reason && ` ${reason} Kept does not act alone: stop it on its page, and it is asked for.`}`,
      href: `/loops?loop=${loop.id}`,
    }),
  )
}
