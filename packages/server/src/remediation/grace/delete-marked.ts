/** The deletion after a grace period: the resource is read again, and what others have changed since is left alone. */
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationPort } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findRemediationAction, type StoredAction } from '@kept/store/remediation/actions.ts'
import { claimDeletion, deferDeletion, lockWaiting } from '@kept/store/remediation/deletions.ts'
import { type Actor, type OnActionChange, sentenceOf } from '../public/actions.ts'
import { changeDuringGrace } from '../public/grace-period.ts'
import { killSwitchReason, whileNotStopped } from '../public/kill-switch.ts'
import { recordedDeletion } from '../public/recorded-deletion.ts'
import { type RemediationDeps, registryOf } from '../public/registry.ts'
import { holdMs, whileHeld } from '../public/while-held.ts'
import { endedRecommendation, staleEvidence } from './deletion-evidence.ts'
import {
  type Attempt,
  completeDeleted,
  continueLater,
  endUndeleted,
  endWithoutAccount,
  isGone,
  isPutOffTooLong,
  notifyPutOff,
  putOffReason,
  type Stop,
} from './end-deletion.ts'
import { whileNotRestored } from './while-not-restored.ts'

/** Why a deletion may not begin now; undefined where it may. Called in the transaction in which it begins. */
export type DeletionGuard = (tx: ScopedTransaction, stored: StoredAction) => Promise<string | undefined>

interface Deletion {
  actor: Actor
  onStateChange: OnActionChange
  guard: DeletionGuard
  /** By a person, before the grace period has ended. */
  isEarly: boolean
  signal?: AbortSignal
}

/** Undefined where it does not wait any more, or is put off. Throws where it was sent and its result is not read yet. */
export async function deleteMarked(
  deps: RemediationDeps,
  scope: Scope,
  id: string,
  deletion: Deletion,
): Promise<StoredAction | undefined> {
  const claimed = await claim(deps, scope, id, deletion)
  if (!claimed) return undefined
  const { stored, stop } = claimed
  const { actor, onStateChange } = deletion
  const attempt = { deps, scope, stored, actor, onStateChange }
  const port = await registryOf(deps, scope).portOfAction(stored)
  if (!port) return endWithoutAccount(attempt)
  if (stop) return endUndeleted(attempt, port, stop)
  // It was asked for just before the attempt ended: the end of this one restores it.
  if (stored.restoreRequestedBy !== null) return endUndeleted(attempt, port, { to: 'waiting', reason: '' })
  return deleteClaimed(attempt, port, deletion)
}

async function deleteClaimed(
  attempt: Attempt,
  port: RemediationPort,
  { guard, isEarly, signal }: Deletion,
): Promise<StoredAction> {
  const { deps, scope, stored } = attempt
  const progress: { stop: Stop | undefined } = { stop: undefined }
  const refuse = (stop: Stop | undefined) => {
    if (!stop) return
    progress.stop = stop
    throw new KeptError('conflict', stop.reason)
  }
  const record = recordedDeletion(deps, scope, stored, {
    keepsBackup: true,
    check: async (tx) =>
      refuse(waitFor((await guard(tx, stored)) || (isEarly ? '' : await staleEvidence(tx, stored, deps.now())))),
  })
  const control = {
    ...record,
    // A backup can take hours: all that was checked before it is checked again.
    async beforeDelete() {
      refuse(await reasonToKeep(attempt, port))
      refuse(waitFor(await killSwitchReason(deps, scope)))
      await record.beforeDelete()
    },
  }
  try {
    refuse(await reasonToKeep(attempt, port))
    await whileHeld(deps, scope, stored, () =>
      whileNotRestored(deps, scope, stored, signal, (restoring) =>
        whileNotStopped(deps, scope, restoring, (stopping) =>
          port.apply(stored.plan, deps.now().toISOString(), stopping, control),
        ),
      ),
    )
    if (record.isSent() && (await isGone(port, stored))) return await completeDeleted(attempt)
  } catch (error) {
    if (!record.isSent())
      return endUndeleted(attempt, port, progress.stop ?? { to: 'waiting', reason: sentenceOf(error) })
    await continueLater(attempt)
    throw error
  }
  if (!record.isSent()) {
    const reason = `${stored.action.target.name} no longer exists.`
    return endUndeleted(attempt, port, { to: 'left', reason })
  }
  await continueLater(attempt)
  return findRemediationAction(deps.state.database, scope, stored.action.id)
}

/** It goes on waiting for what the guards ask for. */
function waitFor(reason: string | undefined): Stop | undefined {
  return reason ? { to: 'waiting', reason } : undefined
}

/** What has changed since the mark, read from the cloud and the data. */
async function reasonToKeep({ deps, scope, stored }: Attempt, port: RemediationPort): Promise<Stop | undefined> {
  const ended = await deps.state.database.scoped(scope, (tx) => endedRecommendation(tx, stored))
  const reason = ended || (await changeDuringGrace(port, stored, deps.now()))
  return reason === '' ? undefined : { to: 'left', reason }
}

/**
 * Begins the deletion, or stores why it is put off: the guards and the claim are one transaction. With `stop` where it
 * is claimed to be kept.
 */
async function claim(
  deps: RemediationDeps,
  scope: Scope,
  id: string,
  { actor, guard, isEarly }: Deletion,
): Promise<{ stored: StoredAction; stop?: Stop } | undefined> {
  const stopReason = await killSwitchReason(deps, scope)
  const now = deps.now()
  return deps.state.database.scoped(scope, async (tx) => {
    const waiting = await lockWaiting(tx, id)
    if (!waiting) return undefined
    const reason = stopReason || (await guard(tx, waiting)) || (isEarly ? '' : await staleEvidence(tx, waiting, now))
    // While everything is stopped, nothing is given up either.
    const isOver = reason !== '' && stopReason === '' && isPutOffTooLong(waiting, now)
    if (reason === '' || isOver) {
      const stored = await claimDeletion(tx, id, { now, holdMs, isEarly })
      return stored && { stored, ...(isOver && { stop: { to: 'left' as const, reason: putOffReason(reason) } }) }
    }
    const isNew = await deferDeletion(tx, waiting, { reason, now, isStopped: stopReason !== '' })
    await notifyPutOff(tx, waiting, reason, now)
    if (isNew)
      await recordAudit(tx, {
        ...actor.auditContext,
        action: 'remediation.put_off',
        target: waiting.action.subject_id,
        summary: `${waiting.action.target.name} was not deleted yet: ${reason}`,
        details: { action: id, resource: waiting.action.target.id },
      })
    return undefined
  })
}
