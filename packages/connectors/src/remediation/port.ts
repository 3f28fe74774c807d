/**
 * The port of one account: plan, apply, revert, the same for every kind. The resource is read again before anything is
 * sent; outside changes are never overwritten; an action that fails midway is reverted.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type {
  PlannedRequest,
  RemediationOrder,
  RemediationPlan,
  RemediationPort,
  ResourceState,
} from '@kept/domain/remediation.ts'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import { remedyFor } from './remedies.ts'
import { type CloudRequest, type Remedy, requestText } from './remedy.ts'

export function openPort(provider: RemediationProvider, sendRequest: CloudRequest): RemediationPort {
  const send = async (requests: readonly PlannedRequest[], signal?: AbortSignal) => {
    for (const request of requests) await requestText(sendRequest, request, signal)
  }
  return {
    provider,
    async plan(order, signal) {
      const remedy = remedyOf(order, provider)
      const before = await remedy.read(sendRequest, order.target, signal)
      const after = remedy.stateAfter(before, order)
      const [is, becomes] = [remedy.describeState(before), remedy.describeState(after)]
      const isSo = isSameState(before, after)
      return {
        order,
        description: isSo
          ? `${order.target.name} is already ${is}.`
          : `${order.target.name} is ${is} and becomes ${becomes}.`,
        undo_description: isSo ? 'There is nothing to undo.' : `${order.target.name} becomes ${is} again.`,
        before,
        after,
        requests: remedy.requests(order.target, before, after),
        permissions: [...remedy.permissions],
      }
    },
    async apply(plan, timestamp, signal) {
      const remedy = remedyOf(plan.order, provider)
      const { target } = plan.order
      const now = await remedy.read(sendRequest, target, signal)
      // Already applied, before a crash: only the receipt is missing.
      if (isSameState(now, plan.after)) return receiptOf(plan, timestamp)
      if (!isSameState(now, plan.before))
        throw new KeptError('conflict', `${target.name} changed after the dry run. Run it again.`)
      try {
        await send(remedy.requests(target, plan.before, plan.after), signal)
      } catch (error) {
        await takeBack(remedy, plan, sendRequest, send)
        throw error
      }
      return receiptOf(plan, timestamp)
    },
    async revert({ order, before, after }, signal) {
      const remedy = remedyOf(order, provider)
      const { target } = order
      const now = await remedy.read(sendRequest, target, signal)
      if (isSameState(now, before))
        return { undone: true, message: `${target.name} is already ${remedy.describeState(before)}.` }
      if (!isSameState(now, after))
        return {
          undone: false,
          message: `${target.name} is now ${remedy.describeState(now)}. It was changed outside Kept, so Kept left it as it is.`,
        }
      await send(remedy.requests(target, after, before), signal)
      return { undone: true, message: `${target.name} is ${remedy.describeState(before)} again.` }
    },
  }
}

function remedyOf({ target, step }: RemediationOrder, provider: RemediationProvider): Remedy {
  const remedy = remedyFor(target.kind)
  if (remedy.provider !== provider)
    throw new KeptError(
      'bad_input',
      `${target.name} belongs to ${remedy.provider}, but this account is for ${provider}.`,
    )
  if (!(remedy.steps as readonly string[]).includes(step))
    throw new KeptError(
      'bad_input',
      `A ${target.kind.replaceAll('_', ' ')} has no step "${step}". Available steps: ${remedy.steps.join(', ')}.`,
    )
  return remedy
}

/** Best effort, without the caller's timeout: an aborted request must not leave a change half applied. */
async function takeBack(
  remedy: Remedy,
  { order: { target }, before }: RemediationPlan,
  sendRequest: CloudRequest,
  send: (requests: readonly PlannedRequest[]) => Promise<void>,
): Promise<void> {
  try {
    const now = await remedy.read(sendRequest, target)
    if (!isSameState(now, before)) await send(remedy.requests(target, now, before))
  } catch (cause) {
    throw new KeptError(
      'unavailable',
      `The action failed partway, and ${target.name} could not be restored. It was ${remedy.describeState(before)}.`,
      { cause },
    )
  }
}

function receiptOf({ order, before, after }: RemediationPlan, timestamp: string) {
  return { order, before, after, applied_at: timestamp }
}

function isSameState(state: ResourceState, other: ResourceState): boolean {
  return stable(state) === stable(other)
}

/** JSON with sorted keys: a database returns them in another order. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${stable(part)}`)
    .join()}}`
}
