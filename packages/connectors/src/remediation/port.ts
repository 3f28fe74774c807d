/**
 * The port of one account: plan, apply, revert, the same for every kind. Before anything is sent it is read again; what
 * somebody else changed meanwhile is never overwritten; a deed that fails half-way is taken back.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type {
  PlannedRequest,
  RemediationOrder,
  RemediationPlan,
  RemediationPort,
  RemediationProvider,
  ResourceState,
} from '@kept/domain/remediation.ts'
import { remedyFor } from './remedies.ts'
import { type AskCloud, askText, type Remedy } from './remedy.ts'

export function openPort(provider: RemediationProvider, ask: AskCloud): RemediationPort {
  const send = async (requests: readonly PlannedRequest[], signal?: AbortSignal) => {
    for (const request of requests) await askText(ask, request, signal)
  }
  return {
    provider,
    async plan(order, signal) {
      const remedy = remedyOf(order, provider)
      const before = await remedy.read(ask, order.target, signal)
      const after = remedy.wanted(before, order)
      const [is, becomes] = [remedy.words(before), remedy.words(after)]
      const isSo = same(before, after)
      return {
        order,
        words: isSo
          ? `${order.target.name} is ${is} already.`
          : `${order.target.name} is ${is} and becomes ${becomes}.`,
        undo_words: isSo ? 'There is nothing to undo.' : `${order.target.name} becomes ${is} again.`,
        before,
        after,
        requests: remedy.requests(order.target, before, after),
        permissions: [...remedy.permissions],
      }
    },
    async apply(plan, at, signal) {
      const remedy = remedyOf(plan.order, provider)
      const { target } = plan.order
      const now = await remedy.read(ask, target, signal)
      // Done already, by us before a crash: the receipt is what is missing.
      if (same(now, plan.after)) return receiptOf(plan, at)
      if (!same(now, plan.before))
        throw new KeptError('conflict', `${target.name} has changed since it was planned; look at it again.`)
      try {
        await send(remedy.requests(target, plan.before, plan.after), signal)
      } catch (error) {
        await takeBack(remedy, plan, ask, send)
        throw error
      }
      return receiptOf(plan, at)
    },
    async revert({ order, before, after }, signal) {
      const remedy = remedyOf(order, provider)
      const { target } = order
      const now = await remedy.read(ask, target, signal)
      if (same(now, before)) return { undone: true, words: `${target.name} is ${remedy.words(before)} already.` }
      if (!same(now, after))
        return {
          undone: false,
          words: `${target.name} is ${remedy.words(now)} by now: somebody else changed it, so it is left as it is.`,
        }
      await send(remedy.requests(target, after, before), signal)
      return { undone: true, words: `${target.name} is ${remedy.words(before)} again.` }
    },
  }
}

function remedyOf({ target, step }: RemediationOrder, provider: RemediationProvider): Remedy {
  const remedy = remedyFor(target.kind)
  if (remedy.provider !== provider)
    throw new KeptError('bad_input', `${target.name} belongs to ${remedy.provider}; this account is of ${provider}.`)
  if (!(remedy.steps as readonly string[]).includes(step))
    throw new KeptError(
      'bad_input',
      `A ${target.kind.replaceAll('_', ' ')} has no step "${step}"; it has ${remedy.steps.join(', ')}.`,
    )
  return remedy
}

/** Best effort, without the caller's patience: what was begun is not left half done because somebody hung up. */
async function takeBack(
  remedy: Remedy,
  { order: { target }, before }: RemediationPlan,
  ask: AskCloud,
  send: (requests: readonly PlannedRequest[]) => Promise<void>,
): Promise<void> {
  try {
    const now = await remedy.read(ask, target)
    if (!same(now, before)) await send(remedy.requests(target, now, before))
  } catch (cause) {
    throw new KeptError(
      'unavailable',
      `It failed half-way, and ${target.name} could not be put back; it was ${remedy.words(before)}.`,
      { cause },
    )
  }
}

function receiptOf({ order, before, after }: RemediationPlan, at: string) {
  return { order, before, after, applied_at: at }
}

export function same(one: ResourceState, other: ResourceState): boolean {
  return stable(one) === stable(other)
}

/** JSON with its keys in order: a database gives them back in another. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${stable(part)}`)
    .join()}}`
}
