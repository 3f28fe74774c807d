/**
 * Starts and stops the resources of an environment as its schedule requires. Acts only on changes, so an environment
 * started by hand runs until the next scheduled stop. Failures are recorded and retried in the next round.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { EnvironmentResource, Switch } from '@kept/domain/managed-schedule.ts'
import type { RemediationPort, RemediationReceipt, RemediationRegistry } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { holdManaged, type KnownManaged, noteReached, storeReceipts } from '@kept/store/behavior/managed.ts'
import type { Database } from '@kept/store/database/connect.ts'
import type { Log } from '../platform/log.ts'
import { whileNotStopped } from '../remediation/public/kill-switch.ts'
import { desiredStateAt } from './describe-schedule.ts'
import { portFor, startResource, stopResource } from './switch-resource.ts'

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
  // A stop that failed or was cut off in the middle has left some resources off.
  const isPartlyStopped = managed.reached !== 'off' && managed.resources.some((resource) => receipts[resource.id])
  if (managed.switched_by !== 'kept' || (desired_state === managed.reached && !isPartlyStopped)) return true
  if (!(await holdManaged(database, scope, id, { now: timestamp, until: new Date(timestamp.getTime() + holdMs) })))
    return false
  // Who snoozes a schedule wants the environment: what was stopped is started before it is left alone.
  if (desired_state === 'unmanaged' && managed.reached !== 'off' && !isPartlyStopped) {
    await noteReached(database, scope, id, { reached: desired_state, failure_reason: '', receipts, switches: [] })
    return true
  }
  const step = desired_state === 'off' ? 'stop' : 'start'
  const kept = keepReceipts(database, scope, managed)
  const switches: Switch[] = []
  for (const resource of managed.resources) {
    // A process that ends records what it did; the next one goes on.
    if (signal?.aborted) break
    const moment = { at: timestamp.toISOString(), signal }
    try {
      // The kill switch stops stops. What brings a resource back goes on.
      const message = await (step === 'stop'
        ? whileNotStopped({ state: { database }, log }, scope, signal, (whileStopping) =>
            stopResource(remedies, resource, kept, { ...moment, signal: whileStopping }),
          )
        : startResource(remedies, resource, kept, moment))
      if (message !== null) switches.push({ at: moment.at, step, done: true, message })
    } catch (error) {
      if (signal?.aborted) break
      switches.push({ at: moment.at, step, done: false, message: failureOf(error, { resource, id, step, log }) })
    }
  }
  const failed = switches.filter(({ done }) => !done)
  const failureReason = failed.map(({ message }) => message).join(' ')
  // Repeated failures are recorded once.
  const newSwitches =
    failureReason !== '' && failureReason === managed.failure_reason ? switches.filter(({ done }) => done) : switches
  const isReached = failed.length === 0 && !signal?.aborted
  await noteReached(database, scope, id, {
    ...(isReached && { reached: desired_state }),
    ...{ failure_reason: failureReason, receipts: kept.receipts, switches: newSwitches },
  })
  signal?.throwIfAborted()
  return isReached
}

/** Stored with each change: a process that is killed between two resources leaves none without its receipt. */
function keepReceipts(database: Database, scope: Scope, { environment_id: id, receipts: stored }: KnownManaged) {
  const receipts = { ...stored }
  return {
    receipts,
    get: (resourceId: string) => receipts[resourceId],
    async put(resourceId: string, receipt: RemediationReceipt) {
      receipts[resourceId] = receipt
      await storeReceipts(database, scope, id, receipts)
    },
    async remove(resourceId: string) {
      delete receipts[resourceId]
      await storeReceipts(database, scope, id, receipts)
    },
  }
}

interface FailedSwitch extends Pick<SwitchDeps, 'log'> {
  resource: EnvironmentResource
  /** Of the environment. */
  id: string
  step: 'start' | 'stop'
}

/** Unexpected errors are logged. Users see a generic message. */
function failureOf(error: unknown, { resource, id, step, log }: FailedSwitch): string {
  if (!(error instanceof KeptError))
    log.error(
      { event: 'environments.switch_failed', environment_id: id, step, err: error },
      'could not start or stop an environment',
    )
  const message = error instanceof KeptError ? error.message : 'Something went wrong on our side. See the server log.'
  return `${resource.name || resource.id}: ${message}`
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
