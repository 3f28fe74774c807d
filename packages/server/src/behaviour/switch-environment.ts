/**
 * Starts and stops what an environment consists of, as its schedule asks. Only what changed is acted on: whoever starts
 * it by hand keeps it until the next stop the schedule knows. What fails is told, and tried again with the next round.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { EnvironmentResource, Switch } from '@kept/domain/managed-schedule.ts'
import type { RemediationPort, RemediationReceipt, RemediationRegistry } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { holdManaged, type KnownManaged, noteReached } from '@kept/store/behaviour/managed.ts'
import type { Database } from '@kept/store/database/connect.ts'
import type { Log } from '../platform/log.ts'
import { wantedAt } from './schedule-words.ts'

export interface SwitchDoors {
  database: Database
  remedies: RemediationRegistry
  log: Log
  now(): Date
}

/** Longer than a cloud takes to answer; a Kept that died in between holds an environment no longer. */
const holdMs = 4 * 60_000

/** True when it is now as it is asked for. */
export async function switchEnvironment(
  { database, remedies, log, now }: SwitchDoors,
  scope: Scope,
  managed: KnownManaged,
  signal?: AbortSignal,
): Promise<boolean> {
  const at = now()
  const { wanted } = wantedAt(managed.schedule, managed.exceptions, at)
  const { environment_id: id, receipts } = managed
  if (managed.switched_by !== 'kept' || wanted === managed.reached) return true
  if (!(await holdManaged(database, scope, id, { now: at, until: new Date(at.getTime() + holdMs) }))) return false
  if (wanted === 'unmanaged') {
    await noteReached(database, scope, id, { reached: wanted, trouble: '', receipts, switches: [] })
    return true
  }
  const step = wanted === 'on' ? 'start' : 'stop'
  const kept = { ...receipts }
  const switches: Switch[] = []
  for (const resource of managed.resources) {
    try {
      const words = await switchResource(remedies, resource, step, kept, { at: at.toISOString(), signal })
      if (words !== null) switches.push({ at: at.toISOString(), step, done: true, words })
    } catch (error) {
      signal?.throwIfAborted()
      // What is no answer of the catalogue is our own mistake: its words are for the log alone.
      if (!(error instanceof KeptError))
        log.error({ err: error, environment_id: id }, 'an environment was not switched')
      const words = error instanceof KeptError ? error.message : 'Something went wrong on our side; the log says what.'
      switches.push({ at: at.toISOString(), step, done: false, words: `${resource.name || resource.id}: ${words}` })
    }
  }
  const failed = switches.filter(({ done }) => !done)
  const trouble = failed.map(({ words }) => words).join(' ')
  // The same failure again every five minutes is one line, not a page.
  const told = trouble !== '' && trouble === managed.trouble ? switches.filter(({ done }) => done) : switches
  await noteReached(database, scope, id, {
    ...(failed.length === 0 && { reached: wanted }),
    ...{ trouble, receipts: kept, switches: told },
  })
  return failed.length === 0
}

/** What was done, in words; null when it was so already. */
async function switchResource(
  remedies: RemediationRegistry,
  resource: EnvironmentResource,
  step: 'start' | 'stop',
  receipts: Record<string, RemediationReceipt>,
  { at, signal }: { at: string; signal: AbortSignal | undefined },
): Promise<string | null> {
  const { port, target } = await portFor(remedies, resource)
  const former = receipts[resource.id]
  if (step === 'start' && former) {
    // As it was before it was stopped: the same number of copies, not just any.
    const { undone, words } = await port.revert(former, signal)
    delete receipts[resource.id]
    if (undone) return words
  }
  const plan = await port.plan({ target, step }, signal)
  if (plan.requests.length === 0) return null
  const receipt = await port.apply(plan, at, signal)
  if (step === 'stop') receipts[resource.id] = receipt
  return plan.words
}

/** Throws why there is none. */
export async function portFor(remedies: RemediationRegistry, resource: EnvironmentResource) {
  const target = remedies.targetOf(resource)
  if (!target) throw new KeptError('conflict', 'Kept can’t automate this resource type.')
  const access = await remedies.accessTo(target)
  if (access.port === null) throw new KeptError('conflict', access.why_not)
  return { port: access.port, target }
}

/** Puts everything back as it was before Kept stopped it. Throws at the first that cannot be. */
export async function restoreResources(
  remedies: RemediationRegistry,
  { resources, receipts }: Pick<KnownManaged, 'resources' | 'receipts'>,
): Promise<string[]> {
  const words: string[] = []
  for (const resource of resources) {
    const receipt = receipts[resource.id]
    if (!receipt) continue
    const { port }: { port: RemediationPort } = await portFor(remedies, resource)
    words.push((await port.revert(receipt)).words)
  }
  return words
}
