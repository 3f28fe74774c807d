/** The wait before a remedy deletes: planned with the dates of now, begun by a mark on the resource, and checked. */
import { madeAgain } from '@kept/connectors/remediation/identity.ts'
import { isSameButBackup, isSameState } from '@kept/connectors/remediation/same-state.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { isGraceKind } from '@kept/domain/grace-period.ts'
import type {
  DeletionMarks,
  RemediationOrder,
  RemediationPlan,
  RemediationPort,
  UseWindow,
} from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import type { StoredAction } from '@kept/store/remediation/actions.ts'
import { readPolicy } from '@kept/store/remediation/policy.ts'
import type { RemediationDeps } from './registry.ts'

/** In days, as the organization has set it; 0 where nothing waits. */
export async function graceDaysOf(
  { state }: Pick<RemediationDeps, 'state'>,
  scope: Scope,
  port: Pick<RemediationPort, 'marksOf'>,
  order: RemediationOrder,
): Promise<number> {
  const { kind } = order.target
  if (!isGraceKind(kind) || port.marksOf(order) === null) return 0
  const { policy } = await readPolicy(state.database, scope)
  return policy.grace_days[kind]
}

/** The plan with the wait that begins now; as it is where nothing waits. */
export async function withGracePeriod(
  port: Pick<RemediationPort, 'marksOf'>,
  plan: RemediationPlan,
  days: number,
  now: Date,
): Promise<RemediationPlan> {
  const { grace: _earlier, ...own } = plan
  const marks = port.marksOf(plan.order)
  if (marks === null || days === 0 || plan.requests.length === 0) return own
  // In full seconds, as the mark has it: nothing is deleted before the instant on the resource.
  const deleteAfter = new Date(Math.ceil((now.getTime() + days * dayMs) / 1_000) * 1_000).toISOString()
  const mark = markAt(deleteAfter)
  const requests = await marks.requests(mark)
  const usage = (await marks.read())?.usage
  const wait = ` It is marked first, and deleted after ${days} ${days === 1 ? 'day' : 'days'} unless restored.`
  const description = own.description.endsWith(wait) ? own.description : `${own.description}${wait}`
  return {
    ...own,
    description,
    grace: { days, delete_after: deleteAfter, mark, requests, ...(usage !== undefined && { usage }) },
  }
}

/** "2026-06-17t09-00-00z": labels of Google Cloud allow no capitals and no colons. */
function markAt(instant: string): string {
  return `${instant.slice(0, 19).toLowerCase().replaceAll(':', '-')}z`
}

/** Sets the mark, if the resource still is as planned. What fails midway is taken back. */
export async function beginGracePeriod(
  port: RemediationPort,
  plan: RemediationPlan,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { order, grace } = plan
  const marks = marksOf(port, order)
  const { before, identity } = await port.plan(order, signal)
  const isUsedOtherwise = grace?.usage !== undefined && (await marks.read(signal))?.usage !== grace.usage
  if (identity !== plan.identity) throw new KeptError('conflict', madeAgain(order.target.name))
  if (isUsedOtherwise || !isSameState(before, plan.before))
    throw new KeptError('conflict', `${order.target.name} changed after the dry run. Run it again.`)
  // Where its use cannot be read, it would wait for nothing.
  await marks.lastUse(usesSince(now.toISOString(), now), signal)
  try {
    await marks.write(grace?.mark ?? null, signal)
  } catch (error) {
    await marks.write(null).catch((cause: unknown) => {
      const message = `${order.target.name} could not be marked, and the mark could not be removed again.`
      throw new KeptError('unavailable', message, { cause, details: { restored: false } })
    })
    throw error
  }
}

/** Whether the resource still waits as it did when it was marked. */
export async function verifyGracePeriod(
  port: RemediationPort,
  stored: StoredAction,
  now: Date,
): Promise<{ verified: boolean; message: string }> {
  const reason = await changeDuringGrace(port, stored, now)
  return { verified: reason === '', message: reason || `${stored.action.target.name} waits to be deleted.` }
}

/**
 * Why the resource is not what was to be deleted: its mark is gone, something used it, or it is set in another way.
 * Empty where nothing has changed but a backup that Kept made. Throws where the cloud could not be read.
 */
export async function changeDuringGrace(
  port: RemediationPort,
  { action, plan }: StoredAction,
  at: Date,
): Promise<string> {
  const { name } = action.target
  const marks = marksOf(port, plan.order)
  const now = await marks.read()
  if (now === undefined) return `${name} no longer exists.`
  if (now.mark === null) return `The mark was removed from ${name}.`
  if (now.mark !== plan.grace?.mark) return `The mark on ${name} was changed to ${now.mark}.`
  const usedAt = now.last_used_at ?? (await marks.lastUse(usesSince(action.at, at)))
  if (usedAt !== null && Date.parse(usedAt) > Date.parse(action.at))
    return `${name} was used at ${usedAt}, after it was marked.`
  if (plan.grace.usage !== undefined && now.usage !== plan.grace.usage)
    return `Targets of ${name} were registered or removed after it was marked.`
  try {
    const { before, identity } = await port.plan(plan.order)
    // Of a version before identities, only the mark says it.
    if (plan.identity !== undefined && identity !== plan.identity) return madeAgain(name)
    return isSameButBackup(before, plan.before) ? '' : `${name} was changed after it was marked.`
  } catch (error) {
    // A refusal by its state, such as "is attached to an instance".
    if (error instanceof KeptError && error.code === 'conflict') return error.message
    throw error
  }
}

/** Until later than now: the clocks of clouds differ. */
function usesSince(instant: string, now: Date): UseWindow {
  return { since: instant, until: new Date(now.getTime() + dayMs).toISOString() }
}

export function marksOf(port: Pick<RemediationPort, 'marksOf'>, order: RemediationOrder): DeletionMarks {
  const marks = port.marksOf(order)
  if (marks) return marks
  throw new KeptError('internal', `A ${order.target.kind.replaceAll('_', ' ')} has no mark for its deletion.`)
}
