/** A person pauses or stops what a loop runs on, and takes it back: rehearsed, done, undone. */
import type { LoopActed } from '@kept/contract/routes/loops.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationOrder } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { findLoop } from '@kept/store/loops/find.ts'
import { listDeeds } from '@kept/store/remediation/deeds.ts'
import type { Services } from '../../platform/context.ts'
import { type Actor, perform, rehearsalOf, rehearse, undo } from '../../platform/remediation/deeds.ts'
import { registryOf } from '../../platform/remediation/registry.ts'
import { besideLoop } from './beside-loop.ts'
import { bookStop, unbookStop } from './book-stop.ts'
import { notKnown, stepFor, targetOfLoop } from './target-of-loop.ts'

export interface WantedAct {
  id: string
  what: 'pause' | 'stop'
  dryRun: boolean
  /** The rehearsal that was shown: what is done is exactly that, or nothing. */
  rehearsal: string | undefined
  revertAfterMinutes: number | null
  by: Actor
}

type Doors = Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'log'>

export async function actOnLoop(
  services: Doors,
  scope: Scope,
  { id, what, dryRun, rehearsal, revertAfterMinutes, by }: WantedAct,
): Promise<LoopActed> {
  const { database } = services.state
  const found = await findLoop(database, scope, id)
  const { loop } = found
  if (loop.status === 'resolved')
    throw new KeptError('conflict', 'This loop is resolved; there is nothing to pause or stop.')
  const { target, steps, isCritical } = await targetOfLoop(services, scope, found)
  if (!target) return nothing(loop, notKnown)
  const order: RemediationOrder = { target, step: stepFor(what, steps) }
  const registry = registryOf(services, scope)
  const script = registry.scriptFor(order)
  const access = await registry.accessTo(target)
  if (!access.port) {
    if (!dryRun) throw new KeptError('conflict', access.why_not)
    return { ...nothing(loop, access.why_not), script }
  }
  const wanted = { subject: 'loop', subjectId: id, order, automatic: false, by } as const
  if (dryRun) {
    const { deed } = await rehearse(services, scope, wanted)
    return { loop, deed, script, critical: isCritical, why_not: '' }
  }
  const shown = rehearsal === undefined ? undefined : await rehearsalOf(services, scope, rehearsal, wanted)
  const now = services.now()
  const { deed } = await perform(services, scope, wanted, {
    ...(shown && { rehearsal: shown }),
    revertAt: revertAfterMinutes === null ? null : new Date(now.getTime() + revertAfterMinutes * 60_000),
    beside: besideLoop(by.name, services.now),
  })
  await bookStop(services, scope, found, { by: by.name, at: now, words: deed.words })
  return { loop: (await findLoop(database, scope, id)).loop, deed, script, critical: isCritical, why_not: '' }
}

export async function revertLoop(services: Doors, scope: Scope, id: string, by: Actor): Promise<LoopActed> {
  const { database } = services.state
  await findLoop(database, scope, id)
  const deeds = await listDeeds(database, scope, { subject: 'loop', subjectId: id })
  const standing = deeds.find(({ deed }) => deed.state === 'done' || deed.state === 'doing' || deed.state === 'undoing')
  if (!standing)
    throw new KeptError('conflict', 'Nothing done about this loop stands any more; there is nothing to undo.')
  const undone = await undo(services, scope, standing.deed.id, { by, beside: besideLoop(by.name, services.now) })
  if (!undone) throw new KeptError('conflict', 'It is being undone already.')
  await unbookStop(services, scope, id)
  const { loop } = await findLoop(database, scope, id)
  return { loop, deed: undone.deed, script: null, critical: false, why_not: '' }
}

function nothing(loop: LoopActed['loop'], whyNot: string): LoopActed {
  return { loop, deed: null, script: null, critical: false, why_not: whyNot }
}
