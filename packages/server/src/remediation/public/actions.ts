/**
 * Dry run, apply, undo: for every feature that acts. The plan is stored before anything is sent; every result is in the
 * audit log; the feature's own changes are written in the same transaction.
 */

import { deletes } from '@kept/connectors/remediation/remedy.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationOrder, RemediationPlan, RemediationPort } from '@kept/domain/remediation.ts'
import type { ActionState, RemediationAction } from '@kept/domain/remediation-action.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { fieldOf, textFieldOf } from '@kept/foundation/narrow.ts'
import { codeOf } from '@kept/foundation/thrown.ts'
import type { NewAuditEvent } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import {
  completeAction,
  findRemediationAction,
  type StoredAction,
  writeAction,
} from '@kept/store/remediation/actions.ts'
import { noteFailure } from '@kept/store/remediation/deletions.ts'
import { holdForUndo, renewLease } from '@kept/store/remediation/leases.ts'
import { beginGracePeriod, graceDaysOf, verifyGracePeriod, withGracePeriod } from './grace-period.ts'
import { whileNotStopped } from './kill-switch.ts'
import { notifyKept } from './notify-kept.ts'
import { recordedDeletion } from './recorded-deletion.ts'
import { type RemediationDeps, registryOf } from './registry.ts'
import { receiptOf, restoreWaiting, revertAction } from './restore-waiting.ts'
import { holdMs, whileHeld } from './while-held.ts'

export interface Actor {
  name: string
  auditContext: Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>
}

/** Writes of a feature when its action has reached this state. */
export type OnActionChange = (
  tx: ScopedTransaction,
  stored: StoredAction,
  state: ActionState,
  failureReason: string,
) => Promise<void>

interface RemediationRequest {
  subject: RemediationAction['subject']
  subjectId: string
  order: RemediationOrder
  automatic: boolean
  actor: Actor
}

/** Reads the current state, plans the action, and stores the plan. Nothing is changed. */
export async function planAction(
  deps: RemediationDeps,
  scope: Scope,
  request: RemediationRequest,
): Promise<StoredAction> {
  const { plan, account } = await planned(deps, scope, request)
  return writeAction(deps.state.database, scope, {
    ...namesOf(request),
    account,
    plan,
    state: 'planned',
    at: deps.now(),
    revertAt: null,
  })
}

interface PerformOptions {
  /** The ID of the new action; default: a random one. */
  id?: string
  dryRun?: StoredAction
  revertAt: Date | null
  onStateChange: OnActionChange
  /** Stops it: what was changed so far is taken back. */
  signal?: AbortSignal
  /** Called when it is stored, before anything is sent. */
  onStart?(stored: StoredAction): Promise<void> | void
}

/** Applies a plan: the given dry run, or one that is planned now. */
export async function perform(
  deps: RemediationDeps,
  scope: Scope,
  request: RemediationRequest,
  options: PerformOptions,
): Promise<StoredAction> {
  // What starts a resource again is needed most while everything else is stopped.
  if (request.order.step === 'start') return performStep(deps, scope, request, options)
  return whileNotStopped(deps, scope, options.signal, (signal) =>
    performStep(deps, scope, request, { ...options, signal }),
  )
}

async function performStep(
  deps: RemediationDeps,
  scope: Scope,
  request: RemediationRequest,
  { id, dryRun, revertAt, onStateChange, signal, onStart }: PerformOptions,
): Promise<StoredAction> {
  const { database } = deps.state
  const { port, account } = await accessFor(deps, scope, request.order, dryRun?.plan.account_number)
  const plan = await planToPerform(deps, scope, { request, dryRun, port })
  if (plan.requests.length === 0) throw new KeptError('conflict', `${plan.description} There is nothing to do.`)
  signal?.throwIfAborted()
  const stored = await writeAction(database, scope, {
    ...(id !== undefined && { id }),
    ...namesOf(request),
    account,
    plan,
    state: 'doing',
    at: deps.now(),
    revertAt,
    holdMs: request.subject === 'recommendation' ? holdMs : null,
    deleteAfter: plan.grace ? new Date(plan.grace.delete_after) : null,
  })
  await onStart?.(stored)
  const deletion = deletes(plan.order.step) ? recordedDeletion(deps, scope, stored, { keepsBackup: false }) : undefined
  const complete = (state: ActionState, summary: string, failureReason = '') =>
    completeAction(
      database,
      scope,
      stored,
      { state, failure_reason: failureReason, summary, auditContext: request.actor.auditContext },
      (tx) => onStateChange(tx, stored, state, failureReason),
    )
  try {
    await whileHeld(deps, scope, stored, async () => {
      if (plan.grace) await beginGracePeriod(port, plan, deps.now(), signal)
      else await port.apply(plan, deps.now().toISOString(), signal, deletion)
      if (!plan.grace && deletion?.isSent() === false)
        throw new KeptError('conflict', `${plan.order.target.name} no longer exists. It was not Kept that deleted it.`)
    })
  } catch (error) {
    const failureReason = sentenceOf(error)
    if (request.subject === 'recommendation' && (deletion?.isSent() || isHalfApplied(error))) {
      // Not complete: its lease ends now, and it is taken back, or its deletion concluded, as an interrupted one.
      await renewLease(database, scope, stored, 0)
      throw error
    }
    await complete(
      'failed',
      `${request.actor.name} could not act on ${plan.order.target.name}: ${failureReason}`,
      failureReason,
    )
    throw error
  }
  return complete(plan.grace ? 'waiting' : 'done', `${request.actor.name}: ${plan.description}`)
}

/** Undoes an action. Returns undefined when there is nothing left to undo; of concurrent calls, one succeeds. */
export async function undo(
  deps: RemediationDeps,
  scope: Scope,
  id: string,
  { actor, onStateChange }: { actor: Actor; onStateChange: OnActionChange },
): Promise<StoredAction | undefined> {
  const { state } = deps
  const stored = await holdForUndo(state.database, scope, id, holdMs)
  if (!stored) return undefined
  const { plan } = stored
  const complete = (to: ActionState, summary: string, failureReason = '') =>
    completeAction(
      state.database,
      scope,
      stored,
      { state: to, failure_reason: failureReason, summary, auditContext: actor.auditContext },
      (tx) => onStateChange(tx, stored, to, failureReason),
    )
  const port = await registryOf(deps, scope).portOfAction(stored)
  const isWaiting = plan.grace !== undefined && stored.deletionStartedAt === null
  if (!port) {
    const failureReason = `The account ${stored.action.account_name} was removed, so Kept cannot undo this. Undo it manually: ${plan.undo_description}`
    // A person can try again when the account was added again. An automatic rollback has to end.
    if (deletes(plan.order.step) && !stored.action.automatic) {
      const error = new KeptError('conflict', failureReason)
      if (isWaiting) await noteIncompleteRestore(deps, scope, stored, error)
      else await complete('done', `${actor.name} could not undo it: ${failureReason}`, failureReason)
      throw error
    }
    return complete('left', `${actor.name} could not undo it: ${failureReason}`, failureReason)
  }
  try {
    const { undone, message } = await whileHeld(deps, scope, stored, () =>
      isWaiting ? restoreWaiting(port, stored) : revertAction(port, stored),
    )
    return await complete(undone ? 'undone' : 'left', `${actor.name}: ${message}`, undone ? '' : message)
  } catch (error) {
    // Still in effect: a later attempt finds it as before.
    if (isWaiting) {
      // A person who restores it does not want it deleted when its time comes: it is tried again every minute.
      await noteIncompleteRestore(deps, scope, stored, error)
      throw error
    }
    await complete('done', `${actor.name} could not undo it: ${sentenceOf(error)}`, sentenceOf(error))
    throw error
  }
}

/** Whether the resource is as the action left it, read from the cloud. */
export async function verifyAction(
  deps: RemediationDeps,
  scope: Scope,
  stored: StoredAction,
): Promise<{ verified: boolean; message: string }> {
  const { action } = stored
  const port = await registryOf(deps, scope).portOfAction(stored)
  if (!port) return { verified: false, message: `The account ${action.account_name} was removed.` }
  if (action.state === 'waiting') return verifyGracePeriod(port, stored, deps.now())
  return port.verify(receiptOf(stored))
}

async function noteIncompleteRestore(
  { state }: RemediationDeps,
  scope: Scope,
  stored: StoredAction,
  error: unknown,
): Promise<void> {
  const { name } = stored.action.target
  const reason = `${name} will not be deleted, but its mark remains, because it could not be removed: ${sentenceOf(error)}`
  await state.database.scoped(scope, async (tx) => {
    const isNew = await noteFailure(tx, stored, { reason, retryMs: 0 })
    if (isNew) await notifyKept(tx, stored, { title: `Restore incomplete: ${name}`, reason })
  })
}

/** A dry run that may be applied: of the same order and subject. */
export async function dryRunOf(
  deps: RemediationDeps,
  scope: Scope,
  id: string,
  { subjectId, order }: Pick<RemediationRequest, 'subjectId' | 'order'>,
): Promise<StoredAction> {
  const stored = await findRemediationAction(deps.state.database, scope, id)
  const { action, plan } = stored
  const fits =
    action.state === 'planned' &&
    action.subject_id === subjectId &&
    plan.order.step === order.step &&
    plan.order.target.id === order.target.id
  if (!fits) throw new KeptError('conflict', 'This plan does not match the request. Create a new plan.')
  return stored
}

async function planned(deps: RemediationDeps, scope: Scope, request: RemediationRequest) {
  const { port, account } = await accessFor(deps, scope, request.order)
  return { plan: await planToPerform(deps, scope, { request, port, dryRun: undefined }), account }
}

/** The dry run, or a new plan, with the grace period from now on: a dry run that was approved may be days old. */
async function planToPerform(
  deps: RemediationDeps,
  scope: Scope,
  {
    request: { subject, order },
    dryRun,
    port,
  }: { request: RemediationRequest; dryRun: StoredAction | undefined; port: RemediationPort },
): Promise<RemediationPlan> {
  const plan = dryRun?.plan ?? (await port.plan(order))
  // An undo would make it again as it was then.
  if (deletes(order.step) && plan.before.exists === true && plan.before.backup === true)
    throw new KeptError(
      'conflict',
      `${order.target.name} has a backup that Kept made before, which may be old. Delete that snapshot first.`,
    )
  if (subject !== 'recommendation') return plan
  const days = await graceDaysOf(deps, scope, port, order)
  if (dryRun && plan.requests.length > 0 && days !== dryRun.action.grace_days)
    throw new KeptError('conflict', 'The grace period was changed after the dry run. Run it again.')
  return withGracePeriod(port, plan, days, deps.now())
}

async function accessFor(deps: RemediationDeps, scope: Scope, order: RemediationOrder, number?: string) {
  const access = await registryOf(deps, scope).accessTo(order.target, number)
  if (!access.port) throw new KeptError('conflict', access.skip_reasons)
  return { port: access.port, account: { id: access.accountId, name: access.account } }
}

function namesOf({ subject, subjectId, automatic, actor }: RemediationRequest) {
  return { subject, subjectId, automatic, actorName: actor.name }
}

function isHalfApplied(error: unknown): boolean {
  return error instanceof KeptError && error.details?.restored === false
}

/** Any failure as one sentence. */
export function sentenceOf(error: unknown): string {
  if (error instanceof KeptError) return error.message
  const cause = fieldOf(error, 'cause')
  const reason = [textFieldOf(cause, 'message'), codeOf(cause), textFieldOf(error, 'message')].find(Boolean)
  return `The resource could not be reached: ${reason ?? 'no reason given'}.`
}
