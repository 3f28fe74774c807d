/**
 * Starts and stops the resources of an environment as its schedule requires. Acts only on changes, so an environment
 * started by hand runs until the next scheduled stop. Failures are recorded and retried in the next round.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { EnvironmentResource, Switch } from '@kept/domain/managed-schedule.ts'
import type { RemediationPort, RemediationReceipt, RemediationRegistry } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import {
  holdManaged,
  type KnownManaged,
  listManaged,
  noteReached,
  storeReceipts,
} from '@kept/store/behavior/managed.ts'
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
  deps: SwitchDeps,
  scope: Scope,
  read: KnownManaged,
  signal?: AbortSignal,
): Promise<boolean> {
  const { database } = deps
  const { environment_id: id } = read
  const timestamp = deps.now()
  if (isSettled(read, timestamp)) return true
  if (!(await holdManaged(database, scope, id, holdMs))) return false
  // Another process may have switched or removed it after it was read.
  const [managed] = await listManaged(database, scope, timestamp, id)
  if (!managed) return true
  if (!isSettled(managed, timestamp)) return switchHeld(deps, scope, { managed, timestamp, signal })
  const { failure_reason, receipts } = managed
  await noteReached(database, scope, id, { failure_reason, receipts, switches: [] })
  return true
}

/** A stop that failed or was cut off in the middle has left some resources off. */
function isPartlyStopped({ reached, resources, receipts }: KnownManaged): boolean {
  return reached !== 'off' && resources.some((resource) => receipts[resource.id])
}

function isSettled(managed: KnownManaged, at: Date): boolean {
  if (managed.switched_by !== 'kept') return true
  const { desired_state } = desiredStateAt(managed.schedule, managed.exceptions, at)
  return desired_state === managed.reached && !isPartlyStopped(managed)
}

interface HeldSchedule {
  managed: KnownManaged
  timestamp: Date
  signal: AbortSignal | undefined
}

/** Holding it. Returns true when the environment is in its desired state. */
async function switchHeld(
  { database, remedies, log }: SwitchDeps,
  scope: Scope,
  { managed, timestamp, signal }: HeldSchedule,
): Promise<boolean> {
  const { environment_id: id, receipts } = managed
  const { desired_state } = desiredStateAt(managed.schedule, managed.exceptions, timestamp)
  // Who snoozes a schedule wants the environment: what was stopped is started before it is left alone.
  if (desired_state === 'unmanaged' && managed.reached !== 'off' && !isPartlyStopped(managed)) {
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
  // A cloud may take minutes for each resource.
  const store = () => storeReceipts(database, scope, id, { receipts, holdMs })
  return {
    receipts,
    get: (resourceId: string) => receipts[resourceId],
    async put(resourceId: string, receipt: RemediationReceipt) {
      receipts[resourceId] = receipt
      await store()
    },
    async remove(resourceId: string) {
      delete receipts[resourceId]
      await store()
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
