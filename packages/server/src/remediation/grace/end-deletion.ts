/** How an attempt to delete ends: deleted, kept, or tried again later. What happened is read from the cloud. */
import type { RemediationPort } from '@kept/domain/remediation.ts'
import type { ActionState } from '@kept/domain/remediation-action.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { completeAction, findRemediationAction, type StoredAction } from '@kept/store/remediation/actions.ts'
import { noteFailure, noteNotified } from '@kept/store/remediation/deletions.ts'
import { releaseForUndo, renewLease } from '@kept/store/remediation/leases.ts'
import { type Actor, type OnActionChange, sentenceOf, undo } from '../public/actions.ts'
import { marksOf } from '../public/grace-period.ts'
import { killSwitchReason } from '../public/kill-switch.ts'
import { notifyKept } from '../public/notify-kept.ts'
import type { RemediationDeps } from '../public/registry.ts'
import { receiptOf, removeBackup, wasDeletedByKept } from '../public/restore-waiting.ts'

/** What the cloud refused is not tried again for so long, and twice as long after each further refusal. */
const retryMs = 3_600_000
/** People are notified of what is put off for longer. */
const silentMs = dayMs
/** What is put off for longer is kept: its decision is too old. */
const maxPutOffDays = 30

/** One attempt to delete what an action marked. */
export interface Attempt {
  deps: RemediationDeps
  scope: Scope
  /** As it was claimed. */
  stored: StoredAction
  actor: Actor
  onStateChange: OnActionChange
}

/** Why it is not deleted: it is kept, or it waits on. */
export interface Stop {
  to: 'left' | 'waiting'
  reason: string
}

export async function isGone(port: RemediationPort, stored: StoredAction): Promise<boolean> {
  const marks = port.marksOf(stored.plan.order)
  return marks ? marks.isRemoved() : (await port.verify(receiptOf(stored))).verified
}

export async function isBeingDeleted(port: RemediationPort, { plan }: StoredAction): Promise<boolean> {
  const marks = port.marksOf(plan.order)
  return marks !== null && (await marks.read()) === undefined && !(await marks.isRemoved())
}

export function completeDeleted(attempt: Attempt): Promise<StoredAction> {
  const { deps, stored, actor } = attempt
  const { grace } = stored.plan
  const isEarly = grace !== undefined && deps.now().getTime() < Date.parse(grace.delete_after)
  const when = isEarly ? ' before the end of its grace period' : grace ? ' after its grace period' : ''
  return complete(attempt, 'done', { summary: `${actor.name} deleted ${stored.action.target.name}${when}.` })
}

/** Its deletion was sent, and goes on: the next minute reads its result. */
export function continueLater({ deps, scope, stored }: Attempt): Promise<void> {
  return renewLease(deps.state.database, scope, stored, 0)
}

/** Of a deletion that certainly was not sent, or that came to nothing. */
export async function endUndeleted(attempt: Attempt, port: RemediationPort, stop: Stop): Promise<StoredAction> {
  const { deps, scope, stored } = attempt
  const { restoreRequestedBy } = await findRemediationAction(deps.state.database, scope, stored.action.id)
  if (restoreRequestedBy !== null) return restore(attempt, restoreRequestedBy)
  if (stop.to === 'left')
    return (await isRestorable(deps, port, stored)) ? endRestorable(attempt) : keep(attempt, port, stop.reason)
  // While everything is stopped, nothing is given up either.
  if (isPutOffTooLong(stored, deps.now()) && (await killSwitchReason(deps, scope)) === '')
    return keep(attempt, port, putOffReason(stop.reason))
  const { reason } = stop
  const backoffMs = Math.min(retryMs * 2 ** stored.deletionAttempts, dayMs)
  return complete(attempt, 'waiting', {
    summary: `${stored.action.target.name} was not deleted yet: ${reason}`,
    failureReason: reason,
    retryAt: new Date(deps.now().getTime() + backoffMs),
  })
}

/**
 * Where no account is left that could act on it, or only another one. It may be added again, such as with new keys, so it
 * is not over at once.
 */
export async function endWithoutAccount(attempt: Attempt, otherReason?: string): Promise<StoredAction> {
  const { deps, scope, stored } = attempt
  const { action, deleteSentAt, plan } = stored
  const { name } = action.target
  const now = deps.now()
  const retryAt = new Date(now.getTime() + retryMs)
  const reason = otherReason ?? `The account ${action.account_name} was removed.`
  const end = (failureReason: string) => complete(attempt, 'left', { summary: failureReason, failureReason })
  if (deleteSentAt !== null) {
    const isUnknown = `Kept cannot tell whether ${name} was deleted.`
    if (now.getTime() - deleteSentAt.getTime() > maxPutOffDays * dayMs) return end(`${reason} ${isUnknown}`)
    await deps.state.database.scoped(scope, async (tx) => {
      const outcome = {
        reason: `${reason} ${otherReason === undefined ? 'Add it again. ' : ''}Until then, ${isUnknown}`,
        retryMs,
      }
      if (await noteFailure(tx, stored, outcome))
        await notifyKept(tx, stored, { title: `Deletion not confirmed: ${name}`, reason: outcome.reason })
    })
    return stored
  }
  if (!plan.grace || isPutOffTooLong(stored, now)) return end(`${reason} ${name} was not deleted. Its mark may remain.`)
  const failureReason = otherReason ?? `${reason} Add it again to delete ${name}.`
  return complete(attempt, 'waiting', {
    ...{ summary: `${name} was not deleted yet: ${failureReason}`, failureReason, retryAt },
  })
}

/** Notifies once of what has been put off for more than a day. */
export async function notifyPutOff(tx: ScopedTransaction, stored: StoredAction, reason: string, now: Date) {
  const { putOffSince, isPutOffNotified, action } = stored
  if (isPutOffNotified || putOffSince === null || now.getTime() - putOffSince.getTime() < silentMs) return
  await notifyKept(tx, stored, { title: `Deletion put off: ${action.target.name}`, reason })
  await noteNotified(tx, stored, now)
}

export function isPutOffTooLong({ putOffSince }: StoredAction, now: Date): boolean {
  return putOffSince !== null && now.getTime() - putOffSince.getTime() > maxPutOffDays * dayMs
}

export function putOffReason(reason: string): string {
  return `It was put off for ${maxPutOffDays} days, the last time for this reason: ${reason}`
}

/** It is gone, and can be made again, although no deletion is recorded as the one that did it. */
async function isRestorable({ log }: RemediationDeps, port: RemediationPort, stored: StoredAction): Promise<boolean> {
  try {
    return (await isGone(port, stored)) && (await wasDeletedByKept(port, stored))
  } catch (error) {
    const { id } = stored.action
    log.warn({ event: 'remediation.result_unreadable', err: error, action_id: id }, 'resource of an action not read')
    return false
  }
}

/** In effect, so that it can be undone; no saving is counted for it. */
function endRestorable(attempt: Attempt): Promise<StoredAction> {
  const { name } = attempt.stored.action.target
  const failureReason = `${name} no longer exists, but it is not recorded that Kept deleted it, so no saving is counted. Kept can make it again: undo it.`
  return complete(attempt, 'done', { summary: failureReason, failureReason })
}

async function keep(attempt: Attempt, port: RemediationPort, reason: string): Promise<StoredAction> {
  const { name } = attempt.stored.action.target
  const remains = await tidyUp(attempt, port)
  return complete(attempt, 'left', {
    summary: `${name} was not deleted. ${reason}${remains}`,
    failureReason: `Not deleted. ${reason}${remains}`,
  })
}

/** Someone asked to restore it while it was prepared: an undo, which is tried again until it works. */
async function restore({ deps, scope, stored, actor, onStateChange }: Attempt, name: string): Promise<StoredAction> {
  const { id } = stored.action
  await releaseForUndo(deps.state.database, scope, stored)
  const undone = await undo(deps, scope, id, { actor: { ...actor, name }, onStateChange })
  return undone ?? findRemediationAction(deps.state.database, scope, id)
}

/**
 * What is kept should not look as if it were deleted soon, and needs no backup. Others may have taken the resource or
 * the mark away. Returns what remains, as a sentence with a space before it.
 */
async function tidyUp({ deps, stored }: Attempt, port: RemediationPort): Promise<string> {
  try {
    const marks = marksOf(port, stored.plan.order)
    if ((await marks.read()) === undefined) return ''
    await marks.write(null)
    return await removeBackup(port, stored)
  } catch (error) {
    const { id } = stored.action
    deps.log.warn({ event: 'remediation.mark_left', err: error, action_id: id }, 'mark of a kept resource not removed')
    return ` Its mark may remain, because it could not be removed: ${sentenceOf(error)}`
  }
}

/** Stores the end of an attempt, with what its feature writes about it. */
export function complete(
  { deps, scope, stored, actor, onStateChange }: Attempt,
  state: ActionState,
  { summary, failureReason = '', retryAt }: { summary: string; failureReason?: string; retryAt?: Date },
): Promise<StoredAction> {
  const now = deps.now()
  return completeAction(
    deps.state.database,
    scope,
    stored,
    {
      ...{ state, summary, failure_reason: failureReason },
      ...(retryAt && { retryAt }),
      auditContext: { ...actor.auditContext, at: now },
    },
    async (tx) => {
      await onStateChange(tx, stored, state, failureReason)
      if (state !== 'waiting' && failureReason !== '') await notifyKept(tx, stored, { reason: failureReason })
      if (state === 'waiting') await notifyPutOff(tx, stored, failureReason, now)
    },
  )
}
