/** Parts of a month that are not saved on a resource: the rates of commitments, and what is taken off. */
import type { SavingsAction } from '@kept/domain/action.ts'
import type { CommitmentHour } from '@kept/domain/saving.ts'
import type { Substitution } from '@kept/domain/substitution.ts'
import { type Hour, toHour } from '@kept/foundation/calendar/hour.ts'
import { merkleRoot } from '../ledger/merkle.ts'
import type { CalculatedPart } from './calculated-part.ts'
import { canLeaveUnused, rateSaving, unusedCommitmentCost } from './commitments.ts'
import { endOf } from './horizon.ts'
import type { LiveAction } from './live-action.ts'
import { rateDetail } from './part-detail.ts'
import type { Replaced } from './replaced.ts'
import type { MonthSetup } from './setup.ts'
import { splitByWeight } from './split.ts'

/** The hours of each commitment in the month, and the root of their rows. */
export type CommitmentRows = Map<string, { rows: readonly CommitmentHour[]; inputsRoot: string }>

interface Month {
  readonly setup: MonthSetup
  readonly from: Hour
  readonly to: Hour
  readonly commitmentRows: CommitmentRows
}

export function rateParts(
  actions: readonly Extract<SavingsAction, { kind: 'commitment' }>[],
  { setup, from, to, commitmentRows }: Month,
): CalculatedPart[] {
  return actions.flatMap((action) =>
    action.commitment_ids.map((commitment): CalculatedPart => {
      const { rows = [], inputsRoot = setup.sha256('') } = commitmentRows.get(commitment) ?? {}
      const start = Math.max(from, toHour(action.effective_time))
      const until = Math.min(to, endOf(action, setup.config))
      const amount = rateSaving(rows, start, until)
      return {
        action: action.id,
        lineage: commitment,
        part: 'rate',
        amount,
        face: amount,
        unsure: 0n,
        inputsRoot,
        baselineHash: null,
        detail: rateDetail(rows, start, until, amount),
      }
    }),
  )
}

/** Never more than what counts of the action: of a modeled saving that is its lower bound. */
export function replacedParts(
  usage: readonly CalculatedPart[],
  { amounts }: Replaced,
  rootOf: (action: string) => string,
): CalculatedPart[] {
  return usage.flatMap((part): CalculatedPart[] => {
    const share = amounts.get(part.action) ?? 0n
    const amount = share < part.amount ? share : part.amount
    if (amount <= 0n || part.part === 'avoidance') return []
    const counted = { amount: -amount, face: -share, unsure: 0n, inputsRoot: rootOf(part.action) }
    return [{ ...part, part: 'replaced', ...counted, detail: undefined }]
  })
}

/** Of the rows of every resource that may have replaced what the action removed. */
export function replacementRootOf(
  { matches }: Substitution,
  roots: ReadonlyMap<string, string>,
  sha256: MonthSetup['sha256'],
): (action: string) => string {
  const noRows = merkleRoot([], sha256)
  return (action) => {
    const resources = matches.flatMap(({ actions, replacements }) =>
      actions.includes(action) ? replacements.map(({ resource }) => resource) : [],
    )
    const ownRoots = [...new Set(resources)].toSorted().map((resource) => roots.get(resource) ?? noRows)
    return merkleRoot(ownRoots, sha256)
  }
}

/**
 * Shared out by what each action saved on resources the commitment covered, and never more than that: what an action
 * left idle is at most what it turned off. Anything idle beyond that was turned off by others.
 */
export function penalties(
  onResources: readonly LiveAction[],
  { setup, from, to, commitmentRows }: Month,
  { usage, replacedSavings }: { usage: readonly CalculatedPart[]; replacedSavings: readonly CalculatedPart[] },
): CalculatedPart[] {
  return setup.commitmentBaselines.flatMap((baseline) => {
    const eligible = onResources.filter(
      (live) => canLeaveUnused(live.action) && live.baseline.commitments.includes(baseline.commitment),
    )
    const start = Math.max(from, Math.min(to, ...eligible.map((live) => live.from)))
    const { rows = [], inputsRoot = setup.sha256('') } = commitmentRows.get(baseline.commitment) ?? {}
    const saved = eligible.map(({ id }) => usage.find(({ action }) => action === id))
    const weights = saved.map((savedPart) => remainingOf(savedPart, replacedSavings))
    const maxUnused = weights.reduce((total, weight) => total + weight, 0n)
    const unused = unusedCommitmentCost(baseline, rows, start, to)
    return splitByWeight(unused < maxUnused ? unused : maxUnused, weights).flatMap((share, index) => {
      const savedPart = saved[index]
      if (share === 0n || !savedPart) return []
      const taken = { lineage: baseline.commitment, amount: -share, face: -share, unsure: 0n, inputsRoot }
      return [{ ...savedPart, part: 'penalty' as const, ...taken, detail: undefined }]
    })
  })
}

/** What is left of a saving after what replacements took over. */
function remainingOf(part: CalculatedPart | undefined, replacedSavings: readonly CalculatedPart[]): bigint {
  const replaced = replacedSavings.find(({ action }) => action === part?.action)?.amount ?? 0n
  const remaining = (part?.amount ?? 0n) + replaced
  return remaining > 0n ? remaining : 0n
}
