/**
 * A month of savings, worked out from the customer's own bill: resource after resource, so that a bill of any size fits.
 * The same settings and the same lines give the same amounts and the same hashes, wherever it runs.
 */
import type { CommitmentHour, SavingPart, SavingsLine } from '@kept/domain/saving.ts'
import type { Substitution } from '@kept/domain/substitution.ts'
import { type Hour, hoursOfMonth, toHour } from '@kept/foundation/calendar/hour.ts'
import { exactReader, type Nano } from '../exact.ts'
import { canonicalCommitmentRow, canonicalRow, openCanonical, rowsInOrder } from '../ledger/canonical-row.ts'
import { merkleRoot } from '../ledger/merkle.ts'
import { hourlyCosts } from '../substitution/hourly-costs.ts'
import { calculateLineage, type LineageMonth, type SavedByAction } from './calculate-lineage.ts'
import { canLeaveUnused, rateSaving, unusedCommitmentCost } from './commitments.ts'
import { endOf } from './horizon.ts'
import { type Lineage, lineagesOf } from './lineages.ts'
import { toLiveAction } from './live-action.ts'
import { type PartDetail, rateDetail } from './part-detail.ts'
import { openPriceBook, type PriceBook } from './prices.ts'
import { openReplaced, type Replaced } from './replaced.ts'
import type { BillFacts, MonthSetup } from './setup.ts'
import { splitByWeight } from './split.ts'

/** What one action earned or cost in the month, with all that its entry in the ledger will say. */
export interface CalculatedPart {
  readonly action: string
  readonly lineage: string
  readonly part: SavingPart
  readonly amount: Nano
  readonly face: Nano
  /** How much more or less it may be, at 68 %; zero where it is exact. */
  readonly unsure: Nano
  readonly inputsRoot: string
  readonly baselineHash: string | null
  /** How the saving comes about; left out of what is taken off. */
  readonly detail?: PartDetail | undefined
}

export interface CalculatedMonth {
  readonly parts: readonly CalculatedPart[]
  readonly held: readonly { lineage: string; reason: string }[]
  readonly gaps: readonly { lineage: string; hours: number }[]
  /** Terminated resources that came back, by action. */
  readonly returned: ReadonlyMap<string, Hour>
}

interface Settlement {
  /** Whose lines are wanted: every resource of a lineage together. */
  readonly lineages: readonly Lineage[]
  /** Which commitments' hours are wanted. */
  readonly commitments: readonly string[]
  /** Whose lines are wanted, because they may have replaced what an action removed. */
  readonly replacements: readonly string[]
  addLineage(lineage: Lineage, lines: readonly SavingsLine[]): void
  addCommitment(commitment: string, rows: readonly CommitmentHour[]): void
  addReplacement(resource: string, lines: readonly SavingsLine[]): void
  close(): CalculatedMonth
}

export function openSettlement(setup: MonthSetup, bill: BillFacts): Settlement {
  const { from, to } = hoursOfMonth(setup.month)
  const current = setup.actions.filter(
    (action) =>
      !setup.reversed.has(action.id) && toHour(action.effective_time) < to && endOf(action, setup.config) > from,
  )
  const commitmentActions = current.flatMap((action) => (action.kind === 'commitment' ? [action] : []))
  const onResources = current.flatMap((action) =>
    action.kind === 'commitment'
      ? []
      : [toLiveAction(action, setup.baselines, setup.config, setup.substitution.shapes)],
  )
  const lineages = lineagesOf(onResources)
  const terminated = new Set(onResources.flatMap(({ id, action }) => (action.kind === 'terminate' ? [id] : [])))
  const rankOf = new Map(lineages.map((lineage, rank) => [lineage, rank]))
  const substitution = currentMatches(setup.substitution, new Set(onResources.map(({ id }) => id)))
  const replaced = openReplaced(substitution)
  const replacementRoots = new Map<string, string>()
  let book: PriceBook | undefined
  const context = {
    from,
    to,
    // Opened with the first line: a reader that streams the bill once knows its prices only at its end.
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
  const lineageMonths: (LineageMonth & { inputsRoot: string })[] = []
  const rowsOf = new Map<string, { rows: readonly CommitmentHour[]; inputsRoot: string }>()

  return {
    lineages,
    commitments: [
      ...commitmentActions.flatMap((action) => action.commitment_ids),
      ...setup.commitmentBaselines.map((baseline) => baseline.commitment),
    ],
    replacements: replaced.resources,
    addLineage(lineage, lines) {
      const rows = rowsInOrder(lines, (line) => canonicalRow(line, form))
      lineageMonths.push({ ...calculateLineage(lineage, lines, context), inputsRoot: merkleRoot(rows, setup.sha256) })
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
      // Lineages can be added in any order, as the bill gives them, and close the same month.
      lineageMonths.sort((a, b) => (rankOf.get(a.lineage) ?? 0) - (rankOf.get(b.lineage) ?? 0))
      const usage = lineageMonths.flatMap(({ lineage, saved, inputsRoot }) =>
        saved.map((saving): CalculatedPart => ({ ...partOf(saving, lineage), inputsRoot })),
      )
      const rate = commitmentActions.flatMap((action) =>
        action.commitment_ids.map((commitment): CalculatedPart => {
          const { rows = [], inputsRoot = setup.sha256('') } = rowsOf.get(commitment) ?? {}
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
      const replacedAmounts = replaced.close()
      const replacedSavings = replacedParts(usage, replacedAmounts)
      return {
        parts: [...usage, ...replacedSavings, ...rate, ...penalties(usage, replacedSavings)].toSorted(byName),
        held: lineageMonths.flatMap(({ lineage, heldReason }) =>
          heldReason === null ? [] : [{ lineage: lineage.name, reason: heldReason }],
        ),
        gaps: lineageMonths.flatMap(({ lineage, gapHours }) =>
          gapHours ? [{ lineage: lineage.name, hours: gapHours }] : [],
        ),
        returned: firstReturns([
          ...lineageMonths.flatMap(({ returned }) => [...returned]),
          ...[...replacedAmounts.returned].filter(([id]) => terminated.has(id)),
        ]),
      }
    },
  }

  /** Never more than what counts of the action: of a modeled saving that is its lower bound. */
  function replacedParts(usage: readonly CalculatedPart[], { amounts }: Replaced): CalculatedPart[] {
    return usage.flatMap((part): CalculatedPart[] => {
      const share = amounts.get(part.action) ?? 0n
      const amount = share < part.amount ? share : part.amount
      if (amount <= 0n || part.part === 'avoidance') return []
      const counted = { amount: -amount, face: -share, unsure: 0n, inputsRoot: rootOf(part.action) }
      return [{ ...part, part: 'replaced', ...counted, detail: undefined }]
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
   * left idle is at most what it turned off. Anything idle beyond that was turned off by others.
   */
  function penalties(usage: readonly CalculatedPart[], replacedSavings: readonly CalculatedPart[]): CalculatedPart[] {
    return setup.commitmentBaselines.flatMap((baseline) => {
      const eligible = onResources.filter(
        (live) => canLeaveUnused(live.action) && live.baseline.commitments.includes(baseline.commitment),
      )
      const start = Math.max(from, Math.min(to, ...eligible.map((live) => live.from)))
      const { rows = [], inputsRoot = setup.sha256('') } = rowsOf.get(baseline.commitment) ?? {}
      const saved = eligible.map(({ id }) => usage.find(({ action }) => action === id))
      const weights = saved.map((savedPart) => {
        const remaining =
          (savedPart?.amount ?? 0n) + (replacedSavings.find(({ action }) => action === savedPart?.action)?.amount ?? 0n)
        return remaining > 0n ? remaining : 0n
      })
      const maxUnused = weights.reduce((total, weight) => total + weight, 0n)
      const unused = unusedCommitmentCost(baseline, rows, start, to)
      return splitByWeight(unused < maxUnused ? unused : maxUnused, weights).flatMap((share, index) => {
        const savedPart = saved[index]
        if (share === 0n || !savedPart) return []
        return [
          {
            ...savedPart,
            part: 'penalty' as const,
            lineage: baseline.commitment,
            amount: -share,
            face: -share,
            unsure: 0n,
            inputsRoot,
            detail: undefined,
          },
        ]
      })
    })
  }
}

function partOf(
  { live, part, amount, face, unsure, detail }: SavedByAction,
  lineage: Lineage,
): Omit<CalculatedPart, 'inputsRoot'> {
  const ofAction = { action: live.id, lineage: lineage.name, baselineHash: live.action.baseline_hash }
  return { ...ofAction, part, amount, face, unsure, detail }
}

/** The order of the ledger's entries within a run. */
function byName(a: CalculatedPart, b: CalculatedPart): number {
  const key = ({ action, lineage, part }: CalculatedPart) => `${action}\n${lineage}\n${part}`
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
