/**
 * Rehearse, perform, undo: for whichever feature acts. The plan is written down before anything is sent; each way it can
 * end is in the audit trail; what the feature wants to remember beside it is written in the same transaction.
 */
import type { Deed, DeedState } from '@kept/domain/deed.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationOrder, RemediationPlan } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { NewAuditEvent } from '@kept/store/people/audit.ts'
import { findDeed, holdForUndo, type KnownDeed, settleDeed, writeDeed } from '@kept/store/remediation/deeds.ts'
import { type RemediationDoors, registryOf } from './registry.ts'

export interface Actor {
  name: string
  stamp: Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>
}

/** What a feature writes beside a deed that has come to this state. */
export type BesideDeed = (tx: ScopedTransaction, known: KnownDeed, state: DeedState, trouble: string) => Promise<void>

export interface Wanted {
  subject: Deed['subject']
  subjectId: string
  order: RemediationOrder
  automatic: boolean
  by: Actor
}

/** Reads how it is, says what would be done, and writes that down. Nothing is changed. */
export async function rehearse(doors: RemediationDoors, scope: Scope, wanted: Wanted): Promise<KnownDeed> {
  const { plan, account } = await planned(doors, scope, wanted.order)
  return writeDeed(doors.state.database, scope, {
    ...namesOf(wanted),
    account,
    plan,
    state: 'rehearsed',
    at: doors.now(),
    revertAt: null,
  })
}

/** Does it: as it was rehearsed, where a rehearsal is named; else planned now. */
export async function perform(
  doors: RemediationDoors,
  scope: Scope,
  wanted: Wanted,
  { rehearsal, revertAt, beside }: { rehearsal?: KnownDeed; revertAt: Date | null; beside: BesideDeed },
): Promise<KnownDeed> {
  const { database } = doors.state
  const { port, account } = await accessFor(doors, scope, wanted.order)
  const plan = rehearsal?.plan ?? (await port.plan(wanted.order))
  if (plan.requests.length === 0) throw new KeptError('conflict', `${plan.words} There is nothing to do.`)
  const known = await writeDeed(database, scope, {
    ...namesOf(wanted),
    account,
    plan,
    state: 'doing',
    at: doors.now(),
    revertAt,
  })
  const settle = (state: DeedState, summary: string, trouble = '') =>
    settleDeed(database, scope, known, { state, trouble, summary, stamp: wanted.by.stamp }, (tx) =>
      beside(tx, known, state, trouble),
    )
  try {
    await port.apply(plan, doors.now().toISOString())
  } catch (error) {
    const trouble = sentenceOf(error)
    await settle('failed', `${wanted.by.name} could not act on ${plan.order.target.name}: ${trouble}`, trouble)
    throw error
  }
  return settle('done', `${wanted.by.name}: ${plan.words}`)
}

const holdMs = 120_000

/** Puts it back. Undefined when there is nothing to put back any more; of several at once, one does it. */
export async function undo(
  doors: RemediationDoors,
  scope: Scope,
  id: string,
  { by, beside }: { by: Actor; beside: BesideDeed },
): Promise<KnownDeed | undefined> {
  const { state, now } = doors
  const until = new Date(now().getTime() + holdMs)
  const known = await holdForUndo(state.database, scope, id, { now: now(), until })
  if (!known) return undefined
  const { plan, accountId } = known
  const settle = (to: DeedState, summary: string, trouble = '') =>
    settleDeed(state.database, scope, known, { state: to, trouble, summary, stamp: by.stamp }, (tx) =>
      beside(tx, known, to, trouble),
    )
  const port = accountId === null ? undefined : await registryOf(doors, scope).portOf(accountId)
  if (!port) {
    const trouble = `The account ${known.deed.account_name} was removed, so Kept cannot undo it; do it by hand: ${plan.undo_words}`
    return settle('left', `${by.name} could not undo it: ${trouble}`, trouble)
  }
  const receipt = { order: plan.order, before: plan.before, after: plan.after, applied_at: known.deed.at }
  try {
    const { undone, words } = await port.revert(receipt)
    return await settle(undone ? 'undone' : 'left', `${by.name}: ${words}`, undone ? '' : words)
  } catch (error) {
    // Still standing: whoever tries again finds it as it was.
    await settle('done', `${by.name} could not undo it: ${sentenceOf(error)}`, sentenceOf(error))
    throw error
  }
}

/** A rehearsal that may be performed: of the same order, and not an old one. */
export async function rehearsalOf(
  doors: RemediationDoors,
  scope: Scope,
  id: string,
  { subjectId, order }: Pick<Wanted, 'subjectId' | 'order'>,
): Promise<KnownDeed> {
  const known = await findDeed(doors.state.database, scope, id)
  const { deed, plan } = known
  const fits =
    deed.state === 'rehearsed' &&
    deed.subject_id === subjectId &&
    plan.order.step === order.step &&
    plan.order.target.id === order.target.id
  if (!fits) throw new KeptError('conflict', 'This rehearsal is of something else; look at what would be done again.')
  return known
}

async function planned(doors: RemediationDoors, scope: Scope, order: RemediationOrder) {
  const { port, account } = await accessFor(doors, scope, order)
  const plan: RemediationPlan = await port.plan(order)
  return { plan, account }
}

async function accessFor(doors: RemediationDoors, scope: Scope, order: RemediationOrder) {
  const access = await registryOf(doors, scope).accessTo(order.target)
  if (!access.port) throw new KeptError('conflict', access.why_not)
  return { port: access.port, account: { id: access.accountId, name: access.account } }
}

function namesOf({ subject, subjectId, automatic, by }: Wanted) {
  return { subject, subjectId, automatic, by: by.name }
}

export function sentenceOf(error: unknown): string {
  if (error instanceof KeptError) return error.message
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return `It could not be reached: ${cause?.message || cause?.code || message || 'no reason given'}.`
}
