/** Recommendations that are carried out automatically: applied, looked up after a crash, verified, and taken back. */
import type { Recommendation } from '@kept/domain/recommendation.ts'
import type { RemediationOrder, RemedyStep } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { findRecommendation } from '@kept/store/recommendations/find.ts'
import { toRecommendation } from '@kept/store/recommendations/row.ts'
import { type StoredAction, tryRemediationAction } from '@kept/store/remediation/actions.ts'
import { requestRestore } from '@kept/store/remediation/deletions.ts'
import { isActionHeld } from '@kept/store/remediation/leases.ts'
import { readTagsOf } from '@kept/store/resources/tags-of.ts'
import { continueDeletion } from '../grace/continue-deletion.ts'
import { changeRecorder } from '../recommended/change-recorder.ts'
import { ordersFor, rulesWithRemedy } from '../recommended/orders.ts'
import { type Actor, perform, sentenceOf, undo, verifyAction } from './actions.ts'
import type { RemediationDeps } from './registry.ts'

/** The state of an action, read from the database: the same for the process that ran it and for any other. */
export interface ActionFate {
  /**
   * `done`: applied, or it waits to be deleted. `none`: nothing was started. `running`: its process is alive. `unfinished`: it has to be taken back. `failed`:
   * nothing is changed.
   */
  state: 'none' | 'running' | 'done' | 'unfinished' | 'undone' | 'left' | 'failed'
  reason: string
}

export function hasRemedy(rule: string): boolean {
  return rulesWithRemedy.has(rule)
}

/** The least disruptive step of a recommendation; undefined where Kept has no remedy. */
export function orderFor(
  recommendation: Recommendation,
  tags: Record<string, string>,
  step?: RemedyStep,
): RemediationOrder | undefined {
  const orders = ordersFor(recommendation, tags)
  return (step === undefined ? orders[0] : orders.find(({ order }) => order.step === step))?.order
}

/** Applies and reads back. Never throws: what happened is in the answer. */
export async function applyRecommended(
  deps: RemediationDeps,
  scope: Scope,
  { id, recommendationId, step, actor }: { id: string; recommendationId: string; step: RemedyStep; actor: Actor },
): Promise<ActionFate> {
  try {
    const { database } = deps.state
    const recommendation = toRecommendation(
      await database.scoped(scope, (tx) => findRecommendation(tx, recommendationId)),
    )
    const order = orderFor(recommendation, await readTagsOf(database, scope, recommendation.resource_id), step)
    if (!order) return { state: 'none', reason: 'Kept has no remedy for it any more.' }
    const request = { subject: 'recommendation', subjectId: recommendationId, order, automatic: true, actor } as const
    const onStateChange = changeRecorder(actor.name, deps.now)
    const stored = await perform(deps, scope, request, { id, revertAt: null, onStateChange })
    const { verified, message } = await verifyAction(deps, scope, stored)
    // What waits to be deleted is as planned, too: it is checked again before it is.
    return verified ? { state: 'done', reason: '' } : { state: 'unfinished', reason: message }
  } catch (error) {
    const reason = sentenceOf(error)
    const { state } = await fateOfAction(deps, scope, id)
    // Its own process gave up, or could not read it back: both are taken back.
    return { state: state === 'running' || state === 'done' ? 'unfinished' : state, reason }
  }
}

export async function fateOfAction(deps: RemediationDeps, scope: Scope, id: string): Promise<ActionFate> {
  const { database } = deps.state
  // Read first: what ends meanwhile has ended, and is not taken for interrupted.
  const isHeld = await isActionHeld(database, scope, id)
  const stored = await tryRemediationAction(database, scope, id)
  return stored
    ? { state: fateOf(stored, isHeld), reason: stored.action.failure_reason }
    : { state: 'none', reason: '' }
}

/** Whether the resource still is as planned; otherwise a sentence. */
export async function verifyRecommended(deps: RemediationDeps, scope: Scope, id: string): Promise<string | undefined> {
  const stored = await tryRemediationAction(deps.state.database, scope, id)
  if (!stored) return 'There is no action to verify.'
  // It is being deleted after its grace period, or earlier because a person asked for it: checked on its own.
  if (stored.action.state === 'doing' && stored.deletionStartedAt !== null) return undefined
  if (stored.action.state !== 'done' && stored.action.state !== 'waiting')
    return `The action is ${stored.action.state}.`
  try {
    const { verified, message } = await verifyAction(deps, scope, stored)
    return verified ? undefined : message
  } catch (error) {
    return sentenceOf(error)
  }
}

/** Takes the change back. `unfinished`: it could not be, and is tried again. */
export async function rollBackRecommended(
  deps: RemediationDeps,
  scope: Scope,
  id: string,
  actor: Actor,
): Promise<ActionFate> {
  try {
    const common = { actor, onStateChange: changeRecorder(actor.name, deps.now) }
    // One that was sent is not taken back before it is read its result.
    await continueDeletion(deps, scope, id, common)
    const undone = await undo(deps, scope, id, common)
    // While its deletion is prepared, that is stopped.
    if (!undone) await requestRestore(deps.state.database, scope, id, actor.name)
    return await fateOfAction(deps, scope, id)
  } catch (error) {
    return { state: 'unfinished', reason: sentenceOf(error) }
  }
}

function fateOf({ action: { state } }: StoredAction, isHeld: boolean): ActionFate['state'] {
  switch (state) {
    case 'planned':
      return 'none'
    case 'doing':
    case 'undoing':
      return isHeld ? 'running' : 'unfinished'
    case 'waiting':
      return 'done'
    default:
      return state
  }
}
