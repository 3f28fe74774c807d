/**
 * A month of savings, worked out from the customer's own bill: resource after resource, so that a bill of any size fits.
 * The same settings and the same lines give the same amounts and the same hashes, to whoever runs it.
 */
import { type Hour, hoursOfMonth, toHour } from '@kept/domain/hour.ts'
import type { CommitmentHour, SavingPart, SavingsLine } from '@kept/domain/saving.ts'
import type { Substitution } from '@kept/domain/substitution.ts'
import { exactReader, type Nano } from '../exact.ts'
import { canonicalCommitmentRow, canonicalRow, openCanonical, rowsInOrder } from '../ledger/canonical-row.ts'
import { merkleRoot } from '../ledger/merkle.ts'
import { hourlyCosts } from '../substitution/hourly-costs.ts'
import { canStrand, rateSaving, strandedCost } from './commitments.ts'
import { endOf } from './horizon.ts'
import { type Lineage, lineagesOf } from './lineages.ts'
import { toLiveAction } from './live-action.ts'
import { openPriceBook, type PriceBook } from './prices.ts'
import { openReplaced, type Replaced } from './replaced.ts'
import { type LineageMonth, type SavedByAction, settleLineage } from './settle-lineage.ts'
import type { BillFacts, MonthSetup } from './setup.ts'
import { splitByWeight } from './split.ts'

/** What one action earned or cost in the month, with all that its entry in the ledger will say. */
export interface SettledPart {
  readonly action: string
  readonly lineage: string
  readonly part: SavingPart
  readonly amount: Nano
  readonly face: Nano
  /** How much more or less it may be, at 68 %; zero where it is exact. */
  readonly unsure: Nano
  readonly inputsRoot: string
  readonly baselineHash: string | null
}

export interface SettledMonth {
  readonly parts: readonly SettledPart[]
  readonly held: readonly { lineage: string; reason: string }[]
  readonly gaps: readonly { lineage: string; hours: number }[]
  /** Terminated resources that came back, by action. */
  readonly returned: ReadonlyMap<string, Hour>
}

export interface Settlement {
  /** Whose lines are wanted: every resource of a lineage together. */
  readonly lineages: readonly Lineage[]
  /** Which commitments' hours are wanted. */
  readonly commitments: readonly string[]
  /** Whose lines are wanted, because they may have replaced what an action removed. */
  readonly replacements: readonly string[]
  addLineage(lineage: Lineage, lines: readonly SavingsLine[]): void
  addCommitment(commitment: string, rows: readonly CommitmentHour[]): void
  addReplacement(resource: string, lines: readonly SavingsLine[]): void
  close(): SettledMonth
}

export function openSettlement(setup: MonthSetup, bill: BillFacts): Settlement {
  const { from, to } = hoursOfMonth(setup.month)
  const current = setup.actions.filter(
    (action) =>
      !setup.reversed.has(action.id) && toHour(action.effective_time) < to && endOf(action, setup.config) > from,
  )
  const ours = current.flatMap((action) => (action.kind === 'commitment' ? [action] : []))
  const onResources = current.flatMap((action) =>
    action.kind === 'commitment'
      ? []
      : [toLiveAction(action, setup.baselines, setup.config, setup.substitution.shapes)],
  )
  const lineages = lineagesOf(onResources)
  const terminated = new Set(onResources.flatMap(({ id, action }) => (action.kind === 'terminate' ? [id] : [])))
  const placeOf = new Map(lineages.map((lineage, place) => [lineage, place]))
  const substitution = currentMatches(setup.substitution, new Set(onResources.map(({ id }) => id)))
  const replaced = openReplaced(substitution)
  const replacementRoots = new Map<string, string>()
  let book: PriceBook | undefined
  const context = {
    from,
    to,
    // Opened when the first line is judged: whoever reads a bill once knows its prices only at its end.
    priceOf: (sku: string, hour: Hour) => {
      book ??= openPriceBook(setup, bill)
      return book(sku, hour)
    },
    demand: setup.demand,
    read: exactReader(),
    isCovered: bill.isCovered,
    savedByHour: replaced.savedByHour,
  }
  const form = openCanonical()
  const settled: (LineageMonth & { inputsRoot: string })[] = []
  const rowsOf = new Map<string, { rows: readonly CommitmentHour[]; inputsRoot: string }>()

  return {
    lineages,
    commitments: [
      ...ours.flatMap((action) => action.commitment_ids),
      ...setup.commitmentBaselines.map((one) => one.commitment),
    ],
    replacements: replaced.resources,
    addLineage(lineage, lines) {
      const rows = rowsInOrder(lines, (line) => canonicalRow(line, form))
      settled.push({ ...settleLineage(lineage, lines, context), inputsRoot: merkleRoot(rows, setup.sha256) })
    },
    addCommitment(commitment, rows) {
      const texts = rowsInOrder(rows, (row) => canonicalCommitmentRow(row, form))
      rowsOf.set(commitment, { rows, inputsRoot: merkleRoot(texts, setup.sha256) })
    },
    addReplacement(resource, lines) {
      const rows = rowsInOrder(lines, (line) => canonicalRow(line, form))
      replaced.addCosts(resource, hourlyCosts(lines, context.read))
      replacementRoots.set(resource, merkleRoot(rows, setup.sha256))
    },
    close() {
      // Whoever adds them in another order, as their bill gives them, closes the same month.
      settled.sort((a, b) => (placeOf.get(a.lineage) ?? 0) - (placeOf.get(b.lineage) ?? 0))
      const usage = settled.flatMap(({ lineage, saved, inputsRoot }) =>
        saved.map((one): SettledPart => ({ ...partOf(one, lineage), inputsRoot })),
      )
      const rate = ours.flatMap((action) =>
        action.commitment_ids.map((commitment): SettledPart => {
          const { rows = [], inputsRoot = setup.sha256('') } = rowsOf.get(commitment) ?? {}
          const begin = Math.max(from, toHour(action.effective_time))
          const amount = rateSaving(rows, begin, Math.min(to, endOf(action, setup.config)))
          return {
            action: action.id,
            lineage: commitment,
            part: 'rate',
            amount,
            face: amount,
            unsure: 0n,
            inputsRoot,
            baselineHash: null,
          }
        }),
      )
      const taken = replaced.close()
      const moved = replacedParts(usage, taken)
      return {
        parts: [...usage, ...moved, ...rate, ...penalties(usage, moved)].toSorted(byName),
        held: settled.flatMap(({ lineage, held }) => (held === null ? [] : [{ lineage: lineage.name, reason: held }])),
        gaps: settled.flatMap(({ lineage, gapHours }) =>
          gapHours ? [{ lineage: lineage.name, hours: gapHours }] : [],
        ),
        returned: firstReturns([
          ...settled.flatMap(({ returned }) => [...returned]),
          ...[...taken.returned].filter(([id]) => terminated.has(id)),
        ]),
      }
    },
  }

  /** Never more than what counts of the action: of a modelled saving that is its lower bound. */
  function replacedParts(usage: readonly SettledPart[], { amounts }: Replaced): SettledPart[] {
    return usage.flatMap((part): SettledPart[] => {
      const share = amounts.get(part.action) ?? 0n
      const amount = share < part.amount ? share : part.amount
      if (amount <= 0n || part.part === 'avoidance') return []
      const counted = { amount: -amount, face: -share, unsure: 0n, inputsRoot: rootOf(part.action) }
      return [{ ...part, part: 'replaced', ...counted }]
    })
  }

  /** Of the rows of every resource that may have replaced what the action removed. */
  function rootOf(action: string): string {
    const resources = substitution.matches.flatMap(({ actions, replacements }) =>
      actions.includes(action) ? replacements.map(({ resource }) => resource) : [],
    )
    const noRows = merkleRoot([], setup.sha256)
    const roots = [...new Set(resources)].toSorted().map((resource) => replacementRoots.get(resource) ?? noRows)
    return merkleRoot(roots, setup.sha256)
  }

  /**
   * Shared out by what each action saved on resources the commitment covered, and never more than that: what an action
   * left idle is at most what it turned off. Whatever lies idle beyond it, somebody else turned off.
   */
  function penalties(usage: readonly SettledPart[], moved: readonly SettledPart[]): SettledPart[] {
    return setup.commitmentBaselines.flatMap((baseline) => {
      const eligible = onResources.filter(
        (live) => canStrand(live.action) && live.baseline.commitments.includes(baseline.commitment),
      )
      const begin = Math.max(from, Math.min(to, ...eligible.map((live) => live.from)))
      const { rows = [], inputsRoot = setup.sha256('') } = rowsOf.get(baseline.commitment) ?? {}
      const saved = eligible.map(({ id }) => usage.find(({ action }) => action === id))
      const weights = saved.map((one) => {
        const left = (one?.amount ?? 0n) + (moved.find(({ action }) => action === one?.action)?.amount ?? 0n)
        return left > 0n ? left : 0n
      })
      const most = weights.reduce((total, weight) => total + weight, 0n)
      const stranded = strandedCost(baseline, rows, begin, to)
      return splitByWeight(stranded < most ? stranded : most, weights).flatMap((share, index) => {
        const by = saved[index]
        if (share === 0n || !by) return []
        return [
          {
            ...by,
            part: 'penalty' as const,
            lineage: baseline.commitment,
            amount: -share,
            face: -share,
            unsure: 0n,
            inputsRoot,
          },
        ]
      })
    })
  }
}

function partOf(
  { live, part, amount, face, unsure }: SavedByAction,
  lineage: Lineage,
): Omit<SettledPart, 'inputsRoot'> {
  return { action: live.id, lineage: lineage.name, part, amount, face, unsure, baselineHash: live.action.baseline_hash }
}

/** The order of the ledger's entries within a run. */
function byName(a: SettledPart, b: SettledPart): number {
  const key = ({ action, lineage, part }: SettledPart) => `${action}\n${lineage}\n${part}`
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0
}

/** Matches of actions that count in the month; those of actions that are over replace nothing any more. */
function currentMatches({ matches, shapes }: Substitution, current: ReadonlySet<string>): Substitution {
  return {
    shapes,
    matches: matches.flatMap((match) => {
      const actions = match.actions.filter((id) => current.has(id))
      return actions.length === 0 ? [] : [{ ...match, actions }]
    }),
  }
}

function firstReturns(returns: readonly (readonly [string, Hour])[]): Map<string, Hour> {
  const first = new Map<string, Hour>()
  for (const [action, hour] of returns) first.set(action, Math.min(hour, first.get(action) ?? hour))
  return first
}
