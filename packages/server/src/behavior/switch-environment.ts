/**
 * Starts and stops the resources of an environment as its schedule requires. Acts only on changes, so an environment
 * started by hand runs until the next scheduled stop. Failures are recorded and retried in the next round.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { EnvironmentResource, Switch } from '@kept/domain/managed-schedule.ts'
import type { RemediationPort, RemediationReceipt, RemediationRegistry } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { holdManaged, type KnownManaged, noteReached } from '@kept/store/behavior/managed.ts'
import type { Database } from '@kept/store/database/connect.ts'
import type { Log } from '../platform/log.ts'
import { whileNotStopped } from '../remediation/public/kill-switch.ts'
import { desiredStateAt } from './describe-schedule.ts'

interface SwitchDeps {
  database: Database
  remedies: RemediationRegistry
  log: Log
  now(): Date
}

/** Longer than a cloud API takes. After a crash the lock expires by then. */
const holdMs = 4 * 60_000

/** Returns true when the environment is in its desired state. */
export async function switchEnvironment(
  { database, remedies, log, now }: SwitchDeps,
  scope: Scope,
  managed: KnownManaged,
  signal?: AbortSignal,
): Promise<boolean> {
  const timestamp = now()
  const { desired_state } = desiredStateAt(managed.schedule, managed.exceptions, timestamp)
  const { environment_id: id, receipts } = managed
  if (managed.switched_by !== 'kept' || desired_state === managed.reached) return true
  if (!(await holdManaged(database, scope, id, { now: timestamp, until: new Date(timestamp.getTime() + holdMs) })))
    return false
  // Who snoozes a schedule wants the environment: what was stopped is started before it is left alone.
  if (desired_state === 'unmanaged' && managed.reached !== 'off') {
    await noteReached(database, scope, id, { reached: desired_state, failure_reason: '', receipts, switches: [] })
    return true
  }
  const step = desired_state === 'off' ? 'stop' : 'start'
  const remainingReceipts = { ...receipts }
  const switches: Switch[] = []
  for (const resource of managed.resources) {
    try {
      const change = (changeSignal: AbortSignal | undefined) =>
        switchResource(remedies, resource, step, remainingReceipts, {
          at: timestamp.toISOString(),
          signal: changeSignal,
        })
      // The kill switch stops stops. What brings a resource back goes on.
      const message = await (step === 'stop'
        ? whileNotStopped({ state: { database }, log }, scope, signal, change)
        : change(signal))
      if (message !== null) switches.push({ at: timestamp.toISOString(), step, done: true, message })
    } catch (error) {
      signal?.throwIfAborted()
      // Unexpected errors are logged. Users see a generic message.
      if (!(error instanceof KeptError))
        log.error(
          { event: 'environments.switch_failed', environment_id: id, step, err: error },
          'could not start or stop an environment',
        )
      const message =
        error instanceof KeptError ? error.message : 'Something went wrong on our side. See the server log.'
      switches.push({
        at: timestamp.toISOString(),
        step,
        done: false,
        message: `${resource.name || resource.id}: ${message}`,
      })
    }
  }
  const failed = switches.filter(({ done }) => !done)
  const failureReason = failed.map(({ message }) => message).join(' ')
  // Repeated failures are recorded once.
  const newSwitches =
    failureReason !== '' && failureReason === managed.failure_reason ? switches.filter(({ done }) => done) : switches
  await noteReached(database, scope, id, {
    ...(failed.length === 0 && { reached: desired_state }),
    ...{ failure_reason: failureReason, receipts: remainingReceipts, switches: newSwitches },
  })
  return failed.length === 0
}

/** Returns what was done, or null when nothing had to change. */
async function switchResource(
  remedies: RemediationRegistry,
  resource: EnvironmentResource,
  step: 'start' | 'stop',
  receipts: Record<string, RemediationReceipt>,
  { at, signal }: { at: string; signal: AbortSignal | undefined },
): Promise<string | null> {
  const { port, target } = await portFor(remedies, resource)
  const previousReceipt = receipts[resource.id]
  if (step === 'start' && previousReceipt) {
    // Restores the number of copies from before the stop.
    const { undone, message } = await port.revert(previousReceipt, signal)
    delete receipts[resource.id]
    if (undone) return message
  }
  const plan = await port.plan({ target, step }, signal)
  if (plan.requests.length === 0) return null
  const receipt = await port.apply(plan, at, signal)
  if (step === 'stop') receipts[resource.id] = receipt
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

/** Restores everything Kept stopped. Throws at the first failure. */
export async function restoreResources(
  remedies: RemediationRegistry,
  { resources, receipts }: Pick<KnownManaged, 'resources' | 'receipts'>,
): Promise<string[]> {
  const messages: string[] = []
  for (const resource of resources) {
    const receipt = receipts[resource.id]
    if (!receipt) continue
    const { port }: { port: RemediationPort } = await portFor(remedies, resource)
    messages.push((await port.revert(receipt)).message)
  }
  return messages
}
