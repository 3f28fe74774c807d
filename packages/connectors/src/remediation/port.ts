/**
 * The port of one account: plan, apply, revert, the same for every kind. The resource is read again before anything is
 * sent; outside changes are never overwritten; an action that fails midway is reverted.
 */
import { setTimeout } from 'node:timers/promises'
import { KeptError } from '@kept/domain/errors.ts'
import type {
  DeletionControl,
  RemediationOrder,
  RemediationPlan,
  RemediationPort,
  RemediationTarget,
  ResourceState,
} from '@kept/domain/remediation.ts'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import { openMarks } from './deletion-mark.ts'
import { readIdentity, requirePlanned } from './identity.ts'
import { remedyFor } from './remedies.ts'
import { type CloudAnswer, type CloudRequest, deletes, type Remedy, requestText } from './remedy.ts'
import { isSameButBackup, isSameState } from './same-state.ts'

export function openPort(
  provider: RemediationProvider,
  sendRequest: CloudRequest,
  wait: (ms: number, signal?: AbortSignal) => Promise<void> = waitFor,
  /** The number of the account, where IDs do not name it. Throws where the target is in another one. */
  accountNumber?: (target: RemediationTarget, signal?: AbortSignal) => Promise<string>,
): RemediationPort {
  const carryOut: CarryOut = async (remedy, target, from, to, { signal, sendDelete } = {}) => {
    if (remedy.carryOut) {
      const send: CloudRequest = (request) => {
        signal?.throwIfAborted()
        return sendRequest(request, signal)
      }
      const carrier = { send, sendDelete: sendDelete ?? send, wait: (ms: number) => wait(ms, signal), signal }
      return remedy.carryOut(carrier, target, from, to)
    }
    for (const request of remedy.requests(target, from, to)) await requestText(sendRequest, request, signal)
  }
  return {
    provider,
    async plan(order, signal) {
      const remedy = remedyOf(order, provider)
      const number = deletes(order.step) ? await accountNumber?.(order.target, signal) : undefined
      const before = await remedy.read(sendRequest, order.target, signal)
      const after = remedy.stateAfter(before, order)
      const [is, willBe] = [remedy.describeState(before), remedy.describeState(after)]
      const isSo = isSameState(before, after)
      if (!isSo) await remedy.check?.(sendRequest, order.target, signal)
      const identity = isSo ? undefined : await readIdentity(remedy, order, sendRequest, signal)
      return {
        order,
        description: isSo
          ? `${order.target.name} is already ${is}.`
          : `${order.target.name} is ${is} and will be ${willBe}.`,
        undo_description: isSo ? 'There is nothing to undo.' : `${order.target.name} will be ${is} again.`,
        before,
        after,
        requests: remedy.requests(order.target, before, after),
        permissions: [...remedy.permissions],
        ...(number !== undefined && { account_number: number }),
        ...(identity !== undefined && { identity }),
        ...(remedy.undoPrice && !isSo && { undo_price: remedy.undoPrice(order) }),
      }
    },
    async apply(plan, timestamp, signal, deletion) {
      const remedy = remedyOf(plan.order, provider)
      const { target } = plan.order
      const now = await remedy.read(sendRequest, target, signal)
      // Already applied, before a crash: only the receipt is missing.
      if (isSameState(now, plan.after)) return receiptOf(plan, timestamp)
      const isPlanned = deletion?.keepsBackup ? isSameButBackup : isSameState
      if (!isPlanned(now, plan.before))
        throw new KeptError('conflict', `${target.name} changed after the dry run. Run it again.`)
      const requireSame = () => requirePlanned(remedy, plan, sendRequest, signal)
      await requireSame()
      await remedy.check?.(sendRequest, target, signal)
      const { sendDelete, isSent } = openDeletion(sendRequest, signal, { deletion, requireSame })
      try {
        await carryOut(remedy, target, deletion?.keepsBackup ? now : plan.before, plan.after, { signal, sendDelete })
      } catch (error) {
        // What may be being deleted looks as if it existed: without its backup, its data would be lost.
        if (!isSent() && !deletion?.keepsBackup) await takeBack(remedy, plan, sendRequest, carryOut)
        throw error
      }
      return receiptOf(plan, timestamp)
    },
    async verify({ order, after }, signal) {
      const remedy = remedyOf(order, provider)
      const now = await remedy.read(sendRequest, order.target, signal)
      const verified = isSameState(now, after)
      return {
        verified,
        message: `${order.target.name} is ${remedy.describeState(now)}${verified ? '' : ', not as planned'}.`,
      }
    },
    async revert({ order, before, after }, signal, { keepsBackup } = { keepsBackup: false }) {
      const remedy = remedyOf(order, provider)
      const { target } = order
      const now = await remedy.read(sendRequest, target, signal)
      if (isSameState(now, before))
        return { undone: true, message: `${target.name} is already ${remedy.describeState(before)}.` }
      if (keepsBackup && isSameButBackup(now, before) && (await remedy.isOwn?.(sendRequest, target, signal)) !== false)
        return { undone: true, message: `${target.name} was not deleted. Its backup is left, in case it still is.` }
      const isAfter = isSameState(now, after)
      if (!isAfter && !remedy.isBetween?.(now, before, after))
        return {
          undone: false,
          message: `${target.name} is now ${remedy.describeState(now)}. It was changed outside Kept, so Kept left it as it is.`,
        }
      if (!isAfter && (await remedy.isOwn?.(sendRequest, target, signal)) === false)
        return {
          undone: false,
          message: `Others made another ${target.name} after the deletion, so Kept left it, and the backup of the deleted one.`,
        }
      await carryOut(remedy, target, now, before, { signal })
      return { undone: true, message: `${target.name} is ${remedy.describeState(before)} again.` }
    },
    marksOf(order) {
      const { deletionGrace } = remedyOf(order, provider)
      if (!deletionGrace || 'none' in deletionGrace || !deletes(order.step)) return null
      return openMarks(deletionGrace.marking, order.target, sendRequest, wait)
    },
  }
}

type CarryOut = (
  remedy: Remedy,
  target: RemediationTarget,
  from: ResourceState,
  to: ResourceState,
  options?: { signal?: AbortSignal | undefined; sendDelete?: CloudRequest },
) => Promise<void>

/** The sender of the request that deletes, and whether that request may have come through. */
function openDeletion(
  sendRequest: CloudRequest,
  signal: AbortSignal | undefined,
  { deletion, requireSame }: { deletion: DeletionControl | undefined; requireSame(): Promise<void> },
): { sendDelete: CloudRequest; isSent(): boolean } {
  let isSent = false
  return {
    isSent: () => isSent,
    async sendDelete(request) {
      signal?.throwIfAborted()
      const [startedMs, startedAtMs] = [performance.now(), Date.now()]
      await deletion?.beforeDelete()
      // Last, so that hardly any time is left to make another one: the request itself only has the name.
      try {
        await requireSame()
      } catch (error) {
        await deletion?.onRefused()
        throw error
      }
      isSent = true
      // Both clocks: one stands still while a machine is suspended. What was checked then may not hold any more.
      if (Math.max(performance.now() - startedMs, Date.now() - startedAtMs) > maxCheckMs)
        throw new KeptError('unavailable', 'The checks before the deletion took too long, so it was not sent.')
      const answer = await sendRequest(request, signal)
      if (isRefused(answer)) {
        isSent = false
        await deletion?.onRefused()
      }
      return answer
    },
  }
}

/** How old the last checks may be. They read the resource and a few rows. */
const maxCheckMs = 60_000

/** Other failures may come after the cloud has begun: a timeout, an error of its own, "there is no such resource". */
function isRefused({ status }: CloudAnswer): boolean {
  return status >= 400 && status < 500 && ![404, 408, 429].includes(status)
}

async function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { ...(signal && { signal }) })
}

function remedyOf({ target, step }: RemediationOrder, provider: RemediationProvider): Remedy {
  const remedy = remedyFor(target.kind, step)
  if (remedy.provider !== provider)
    throw new KeptError(
      'bad_input',
      `${target.name} belongs to ${remedy.provider}, but this account is for ${provider}.`,
    )
  return remedy
}

/** Best effort, without the caller's timeout: an aborted request must not leave a change half applied. */
async function takeBack(
  remedy: Remedy,
  { order: { target }, before }: RemediationPlan,
  sendRequest: CloudRequest,
  carryOut: CarryOut,
): Promise<void> {
  try {
    const now = await remedy.read(sendRequest, target)
    if (isSameState(now, before)) return
    // Others made another one meanwhile: that, and the backup of the earlier one, are left.
    if (isSameButBackup(now, before) && (await remedy.isOwn?.(sendRequest, target)) === false) return
    await carryOut(remedy, target, now, before)
  } catch (cause) {
    throw new KeptError(
      'unavailable',
      `The action failed partway, and ${target.name} could not be restored. It was ${remedy.describeState(before)}.`,
      { cause, details: { restored: false } },
    )
  }
}

function receiptOf({ order, before, after }: RemediationPlan, timestamp: string) {
  return { order, before, after, applied_at: timestamp }
}
