/** Starts or stops one resource of an environment. What its undo needs is stored before anything is changed. */
import { isDeepStrictEqual } from 'node:util'
import { KeptError } from '@kept/domain/errors.ts'
import type { EnvironmentResource } from '@kept/domain/managed-schedule.ts'
import type {
  RemediationPlan,
  RemediationPort,
  RemediationReceipt,
  RemediationRegistry,
} from '@kept/domain/remediation.ts'

/** How the resources of an environment were before Kept stopped them, by ID. */
interface StopReceipts {
  get(resourceId: string): RemediationReceipt | undefined
  /** Stored when it returns. */
  put(resourceId: string, receipt: RemediationReceipt): Promise<void>
  remove(resourceId: string): Promise<void>
}

interface SwitchMoment {
  at: string
  /** Ends the requests to the cloud: the kill switch, or the end of the process. */
  signal: AbortSignal | undefined
}

/** Returns what was done, or null when nothing had to change. */
export async function stopResource(
  remedies: RemediationRegistry,
  resource: EnvironmentResource,
  receipts: StopReceipts,
  { at, signal }: SwitchMoment,
): Promise<string | null> {
  const { port, target } = await portFor(remedies, resource)
  const plan = await port.plan({ target, step: 'stop' }, signal)
  if (plan.requests.length === 0) return null
  const { order, after } = plan
  // An earlier stop that was cut off may have changed a part: how it was before that is restored.
  const earlier = receipts.get(resource.id)
  const before = earlier?.before ?? plan.before
  await receipts.put(resource.id, { order, before, after, applied_at: at })
  try {
    await port.apply(plan, at, signal)
    return plan.description
  } catch (error) {
    if (!earlier && (await isUnchanged(port, plan))) await receipts.remove(resource.id)
    throw error
  }
}

/** With as many copies as before its stop. Returns what was done, or null when nothing had to change. */
export async function startResource(
  remedies: RemediationRegistry,
  resource: EnvironmentResource,
  receipts: StopReceipts,
  { at, signal }: SwitchMoment,
): Promise<string | null> {
  const { port, target } = await portFor(remedies, resource)
  const receipt = receipts.get(resource.id)
  if (receipt) {
    const { undone, message } = await port.revert(receipt, signal)
    await receipts.remove(resource.id)
    if (undone) return message
  }
  const plan = await port.plan({ target, step: 'start' }, signal)
  if (plan.requests.length === 0) return null
  await port.apply(plan, at, signal)
  return plan.description
}

/** Throws when Kept can't act on the resource. */
export async function portFor(remedies: RemediationRegistry, resource: EnvironmentResource) {
  const target = remedies.targetOf(resource)
  if (!target) throw new KeptError('conflict', 'Kept can’t automate this resource type.')
  const access = await remedies.accessTo(target)
  if (access.port === null) throw new KeptError('conflict', access.skip_reasons)
  return { port: access.port, target }
}

/** Where it cannot be read, something may have changed. */
async function isUnchanged(port: RemediationPort, plan: RemediationPlan): Promise<boolean> {
  try {
    return isDeepStrictEqual((await port.plan(plan.order)).before, plan.before)
  } catch {
    return false
  }
}
