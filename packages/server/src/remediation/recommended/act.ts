/** A recommendation is carried out in the cloud, and undone: options, dry run, apply, verify, revert. */
import { setTimeout } from 'node:timers/promises'
import { remedyFor } from '@kept/connectors/remediation/remedies.ts'
import type { RecommendationActionResult, RecommendationRemediation } from '@kept/contract/routes/remediation.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { mayMove } from '@kept/domain/recommendation-life.ts'
import type { RemediationOrder, RemedyStep } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { findRecommendation } from '@kept/store/recommendations/find.ts'
import { toRecommendation } from '@kept/store/recommendations/row.ts'
import { listRemediationActions, type StoredAction } from '@kept/store/remediation/actions.ts'
import { readTagsOf } from '@kept/store/resources/tags-of.ts'
import { type Actor, dryRunOf, perform, planAction, undo, verifyAction } from '../public/actions.ts'
import { isCritical } from '../public/critical-tags.ts'
import { type RemediationDeps, registryOf } from '../public/registry.ts'
import { changeRecorder } from './change-recorder.ts'
import { ordersFor, type RecommendedOrder } from './orders.ts'

const noRemedy = 'Kept cannot carry out this recommendation. Follow its steps.'
/** A request waits this long for a change; longer ones go on, and the screen follows them. */
const answerAfterMs = 15_000

async function readRecommendation(deps: Pick<RemediationDeps, 'state'>, scope: Scope, id: string) {
  const { database } = deps.state
  const row = await database.scoped(scope, (tx) => findRecommendation(tx, id))
  const recommendation = toRecommendation(row)
  const tags = await readTagsOf(database, scope, recommendation.resource_id)
  return { recommendation, tags, orders: ordersFor(recommendation, tags) }
}

export async function describeRemediation(
  deps: RemediationDeps,
  scope: Scope,
  id: string,
): Promise<RecommendationRemediation> {
  const { orders, tags } = await readRecommendation(deps, scope, id)
  const registry = registryOf(deps, scope)
  const [first] = orders
  const access = first && (await registry.accessTo(first.order.target))
  const actions = await listRemediationActions(deps.state.database, scope, { subject: 'recommendation', subjectId: id })
  return {
    options: orders.map(({ order, label }) => {
      const { permissions, undoPrice } = remedyFor(order.target.kind, order.step)
      return {
        step: order.step,
        label,
        permissions: [...permissions],
        undo_price: undoPrice?.(order) ?? '',
        script: registry.scriptFor(order),
      }
    }),
    possible: Boolean(access?.port),
    critical: isCritical(tags),
    skip_reasons: access === undefined ? noRemedy : access.port ? '' : access.skip_reasons,
    remediation_actions: actions.map(({ action }) => action).filter(({ state }) => state !== 'planned'),
  }
}

interface ActionRequest {
  id: string
  step: RemedyStep
  dryRun: boolean
  /** The dry run that was shown: exactly that is applied, or nothing. */
  dryRunId: string | undefined
  actor: Actor
}

export async function actOnRecommendation(
  deps: RemediationDeps,
  scope: Scope,
  { id, step, dryRun, dryRunId, actor }: ActionRequest,
): Promise<RecommendationActionResult> {
  const { recommendation, tags, orders } = await readRecommendation(deps, scope, id)
  const { order } = orderOf(orders, step)
  if (!mayMove(recommendation.status, 'done'))
    throw new KeptError('conflict', `A recommendation that is ${recommendation.status} cannot be carried out.`)
  const registry = registryOf(deps, scope)
  const script = registry.scriptFor(order)
  const critical = isCritical(tags)
  const access = await registry.accessTo(order.target)
  if (!access.port) {
    if (!dryRun) throw new KeptError('conflict', access.skip_reasons)
    return { recommendation, remediation_action: null, script, critical, skip_reasons: access.skip_reasons }
  }
  const request = { subject: 'recommendation', subjectId: id, order, automatic: false, actor } as const
  if (dryRun) {
    const { action } = await planAction(deps, scope, request)
    return { recommendation, remediation_action: action, script, critical, skip_reasons: '' }
  }
  const shownDryRun = dryRunId === undefined ? undefined : await dryRunOf(deps, scope, dryRunId, request)
  const action = await performAndAnswer(deps, scope, request, shownDryRun)
  const { recommendation: changed } = await readRecommendation(deps, scope, id)
  return { recommendation: changed, remediation_action: action, script, critical, skip_reasons: '' }
}

/** The state of the action when it is complete, or as it is after a while. */
async function performAndAnswer(
  deps: RemediationDeps,
  scope: Scope,
  request: { subject: 'recommendation'; subjectId: string; order: RemediationOrder; automatic: false; actor: Actor },
  dryRun: StoredAction | undefined,
) {
  let started: StoredAction | undefined
  const run = performVerified(deps, scope, request, {
    ...(dryRun && { dryRun }),
    onStart: (stored) => {
      started = stored
    },
  })
  // A failure after the answer is stored with the action.
  run.catch(() => undefined)
  const complete = await Promise.race([run, setTimeout(answerAfterMs, undefined, { ref: false })])
  const stored = complete ?? started
  if (!stored) throw new KeptError('unavailable', 'The cloud does not answer. Try again in a minute.')
  return stored.action
}

interface VerifiedOptions {
  dryRun?: StoredAction
  signal?: AbortSignal
  onStart?(stored: StoredAction): Promise<void> | void
}

/** Applies and reads back; what is not as planned is undone. */
async function performVerified(
  deps: RemediationDeps,
  scope: Scope,
  request: Parameters<typeof perform>[2],
  options: VerifiedOptions,
): Promise<StoredAction> {
  const { actor } = request
  const onStateChange = changeRecorder(actor.name, deps.now)
  const stored = await perform(deps, scope, request, { revertAt: null, onStateChange, ...options })
  const { verified, message } = await verifyAction(deps, scope, stored)
  if (verified) return stored
  await undo(deps, scope, stored.action.id, { actor, onStateChange })
  throw new KeptError('unavailable', `${message} Kept has undone the change.`)
}

export async function revertRecommendation(
  deps: RemediationDeps,
  scope: Scope,
  id: string,
  actor: Actor,
): Promise<RecommendationActionResult> {
  await readRecommendation(deps, scope, id)
  const actions = await listRemediationActions(deps.state.database, scope, { subject: 'recommendation', subjectId: id })
  const active = actions.find(({ action }) => action.state === 'done' || action.state === 'undoing')
  if (!active) throw new KeptError('conflict', 'There is nothing to undo for this recommendation.')
  const run = undo(deps, scope, active.action.id, { actor, onStateChange: changeRecorder(actor.name, deps.now) })
  run.catch(() => undefined)
  const undone = await Promise.race([
    run.then((stored) => stored ?? ('busy' as const)),
    setTimeout(answerAfterMs, active, { ref: false }),
  ])
  if (undone === 'busy') throw new KeptError('conflict', 'The undo is already in progress.')
  const { recommendation } = await readRecommendation(deps, scope, id)
  return { recommendation, remediation_action: undone.action, script: null, critical: false, skip_reasons: '' }
}

function orderOf(orders: readonly RecommendedOrder[], step: RemedyStep): RecommendedOrder {
  const match = orders.find(({ order }) => order.step === step)
  if (match) return match
  const steps = orders.map(({ order }) => order.step).join(', ')
  throw new KeptError('bad_input', orders.length === 0 ? noRemedy : `Choose one of these steps: ${steps}.`)
}
