/** The deletion after a grace period: the resource is read again, and what others have changed since is left alone. */

import type { RemediationPort } from '@kept/domain/remediation.ts'
import type { ActionState } from '@kept/domain/remediation-action.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findRecommendation } from '@kept/store/recommendations/find.ts'
import { completeAction, renewLease, type StoredAction } from '@kept/store/remediation/actions.ts'
import { claimDeletion, deferDeletion, lockWaiting, takeOverDeletion } from '@kept/store/remediation/deletions.ts'
import { type Actor, holdMs, isHalfApplied, type OnActionChange, sentenceOf, whileHeld } from '../public/actions.ts'
import { changeDuringGrace, marksOf } from '../public/grace-period.ts'
import { killSwitchReason, whileNotStopped } from '../public/kill-switch.ts'
import { type RemediationDeps, registryOf } from '../public/registry.ts'

/** Why a deletion may not begin now; undefined where it may. Called in the transaction in which it begins. */
export type DeletionGuard = (tx: ScopedTransaction, stored: StoredAction) => Promise<string | undefined>

/** What the cloud refused is not tried again for so long. */
const retryMs = 3_600_000

interface Deletion {
  actor: Actor
  onStateChange: OnActionChange
  guard: DeletionGuard
  /** By a person, before the grace period has ended. */
  isEarly: boolean
  signal?: AbortSignal
}

/** Undefined where it does not wait any more, or is put off. */
export async function deleteMarked(
  deps: RemediationDeps,
  scope: Scope,
  id: string,
  deletion: Deletion,
): Promise<StoredAction | undefined> {
  const claimed = await claim(deps, scope, id, deletion)
  if (!claimed) return undefined
  const complete = completion(deps, scope, claimed, deletion)
  const { name } = claimed.action.target
  try {
    const port = await portOf(deps, scope, claimed)
    if (port === undefined) {
      const reason = `The account ${claimed.action.account_name} was removed, so ${name} was not deleted.`
      return await complete('left', reason, reason)
    }
    const changed = (await endedRecommendation(deps, scope, claimed)) || (await changeDuringGrace(port, claimed))
    if (changed !== '') {
      await removeMark(deps, port, claimed)
      return await complete('left', `${name} was not deleted. ${changed}`, `Not deleted. ${changed}`)
    }
    await whileHeld(deps, scope, claimed, () =>
      whileNotStopped(deps, scope, deletion.signal, (signal) =>
        port.apply(claimed.plan, deps.now().toISOString(), signal),
      ),
    )
    const { verified, message } = await port.verify(receiptOf(claimed))
    if (verified) return await complete('done', `${deletion.actor.name} deleted ${name} after its grace period.`)
    return await putBack(deps, scope, claimed, { complete, port, reason: message })
  } catch (error) {
    const reason = sentenceOf(error)
    if (isHalfApplied(error)) {
      // Its lease ends now, and it is continued as an interrupted one.
      await renewLease(deps.state.database, scope, id, deps.now())
      throw error
    }
    await complete(
      'waiting',
      `${name} was not deleted yet: ${reason}`,
      reason,
      new Date(deps.now().getTime() + retryMs),
    )
    throw error
  }
}

/** A deletion whose process died: complete where the resource is gone; otherwise it waits again, as it was. */
export async function continueDeletion(
  deps: RemediationDeps,
  scope: Scope,
  id: string,
  deletion: Pick<Deletion, 'actor' | 'onStateChange'>,
): Promise<void> {
  const now = deps.now()
  const until = new Date(now.getTime() + holdMs)
  const stored = await takeOverDeletion(deps.state.database, scope, id, { now, until })
  if (!stored) return
  const complete = completion(deps, scope, stored, deletion)
  const { name } = stored.action.target
  const port = await portOf(deps, scope, stored)
  if (!port) {
    const reason = `The account ${stored.action.account_name} was removed, so Kept cannot tell whether ${name} was deleted.`
    await complete('left', reason, reason)
    return
  }
  const { verified } = await port.verify(receiptOf(stored))
  if (verified) await complete('done', `${deletion.actor.name} deleted ${name} after its grace period.`)
  else await putBack(deps, scope, stored, { complete, port, reason: 'The process ended before it was deleted.' })
}

/** Takes back what was done of a deletion, so that it can wait and be tried again. */
async function putBack(
  deps: RemediationDeps,
  scope: Scope,
  stored: StoredAction,
  { complete, port, reason }: { complete: Complete; port: RemediationPort; reason: string },
): Promise<StoredAction> {
  const { undone, message } = await whileHeld(deps, scope, stored, () => port.revert(receiptOf(stored)))
  const { name } = stored.action.target
  if (undone) return complete('waiting', `${name} was not deleted yet: ${reason}`, reason)
  return complete('left', `${name} was not deleted. ${message}`, `Not deleted. ${message}`)
}

/** Begins the deletion, or stores why it is put off: the guards and the claim are one transaction. */
async function claim(
  deps: RemediationDeps,
  scope: Scope,
  id: string,
  { actor, guard, isEarly }: Deletion,
): Promise<StoredAction | undefined> {
  const stopReason = await killSwitchReason(deps, scope)
  const now = deps.now()
  return deps.state.database.scoped(scope, async (tx) => {
    const waiting = await lockWaiting(tx, id)
    if (!waiting) return undefined
    const reason = stopReason || (await guard(tx, waiting))
    if (!reason) return claimDeletion(tx, id, { now, until: new Date(now.getTime() + holdMs), isEarly })
    const isNew = await deferDeletion(tx, waiting, { reason, until: now })
    if (isNew)
      await recordAudit(tx, {
        ...actor.auditContext,
        action: 'remediation.put_off',
        target: waiting.action.subject_id,
        summary: `${waiting.action.target.name} is not deleted yet: ${reason}`,
        details: { action: id, resource: waiting.action.target.id },
      })
    return undefined
  })
}

/** Why the recommendation does not stand any more; '' where it does. */
async function endedRecommendation(
  { state }: RemediationDeps,
  scope: Scope,
  { action }: StoredAction,
): Promise<string> {
  const { status, last_absent_at } = await state.database.scoped(scope, (tx) =>
    findRecommendation(tx, action.subject_id),
  )
  if (status === 'dismissed' || status === 'snoozed') return `Its recommendation was ${status}.`
  if (status === 'open') return 'Its recommendation was opened again.'
  if (status !== 'accepted') return `Its recommendation is ${status}: the data no longer shows it as unused.`
  return last_absent_at === null ? '' : 'The data no longer shows it as unused.'
}

/** What is kept should not look as if it were deleted soon. Others may have taken the resource or the mark away. */
async function removeMark({ log }: RemediationDeps, port: RemediationPort, { action, plan }: StoredAction) {
  try {
    await marksOf(port, plan.order).write(null)
  } catch (error) {
    log.warn(
      { event: 'remediation.mark_left', err: error, action_id: action.id },
      'mark of a kept resource not removed',
    )
  }
}

type Complete = (state: ActionState, summary: string, failureReason?: string, retryAt?: Date) => Promise<StoredAction>

function completion(
  deps: RemediationDeps,
  scope: Scope,
  stored: StoredAction,
  { actor, onStateChange }: Pick<Deletion, 'actor' | 'onStateChange'>,
): Complete {
  return (state, summary, failureReason = '', retryAt) =>
    completeAction(
      deps.state.database,
      scope,
      stored,
      {
        ...{ state, summary, failure_reason: failureReason },
        ...(retryAt && { retryAt }),
        auditContext: { ...actor.auditContext, at: deps.now() },
      },
      (tx) => onStateChange(tx, stored, state, failureReason),
    )
}

async function portOf(deps: RemediationDeps, scope: Scope, { accountId }: StoredAction) {
  return accountId === null ? undefined : registryOf(deps, scope).portOf(accountId)
}

function receiptOf({ action, plan }: StoredAction) {
  return { order: plan.order, before: plan.before, after: plan.after, applied_at: action.at }
}
