/**
 * A month of savings, worked out from the customer's own bill: resource after resource, so that a bill of any size fits.
 * The same settings and the same lines give the same amounts and the same hashes, wherever it runs.
 */
import type { CommitmentHour, SavingsLine } from '@kept/domain/saving.ts'
import type { Substitution } from '@kept/domain/substitution.ts'
import { type Hour, hoursOfMonth, toHour } from '@kept/foundation/calendar/hour.ts'
import { exactReader } from '../exact.ts'
import { canonicalCommitmentRow, canonicalRow, openCanonical, rowsInOrder } from '../ledger/canonical-row.ts'
import { merkleRoot } from '../ledger/merkle.ts'
import { hourlyCosts } from '../substitution/hourly-costs.ts'
import { calculateLineage, type LineageMonth, type SavedByAction } from './calculate-lineage.ts'
import type { CalculatedPart } from './calculated-part.ts'
import { endOf } from './horizon.ts'
import { type Lineage, lineagesOf } from './lineages.ts'
import { type LiveAction, toLiveAction } from './live-action.ts'
import { type CommitmentRows, penalties, rateParts, replacedParts, replacementRootOf } from './month-parts.ts'
import { openPriceBook, type PriceBook } from './prices.ts'
import { openReplaced, type Replaced } from './replaced.ts'
import type { BillFacts, MonthSetup } from './setup.ts'

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
  const { commitmentActions, onResources } = currentActions(setup, from, to)
  const lineages = lineagesOf(onResources)
  const substitution = currentMatches(setup.substitution, new Set(onResources.map(({ id }) => id)))
  const replaced = openReplaced(substitution)
  const context = {
    from,
    to,
    priceOf: pricesOnDemand(setup, bill),
    demand: setup.demand,
    read: exactReader(),
    isCovered: bill.isCovered,
    savedByHour: replaced.savedByHour,
  }
  const form = openCanonical()
  const lineageMonths: LineageInputs[] = []
  const commitmentRows: CommitmentRows = new Map()
  const replacementRoots = new Map<string, string>()

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
      commitmentRows.set(commitment, { rows, inputsRoot: merkleRoot(texts, setup.sha256) })
    },
    addReplacement(resource, lines) {
      const rows = rowsInOrder(lines, (line) => canonicalRow(line, form))
      replaced.addCosts(resource, hourlyCosts(lines, context.read))
      replacementRoots.set(resource, merkleRoot(rows, setup.sha256))
    },
    close() {
      // Lineages can be added in any order, as the bill gives them, and close the same month.
      const ordered = inOrder(lineageMonths, lineages)
      const usage = ordered.flatMap(({ lineage, saved, inputsRoot }) =>
        saved.map((saving): CalculatedPart => ({ ...partOf(saving, lineage), inputsRoot })),
      )
      const replacedAmounts = replaced.close()
      const rootOf = replacementRootOf(substitution, replacementRoots, setup.sha256)
      const month = { setup, from, to, commitmentRows }
      const replacedSavings = replacedParts(usage, replacedAmounts, rootOf)
      const rates = rateParts(commitmentActions, month)
      const unused = penalties(onResources, month, { usage, replacedSavings })
      return {
        parts: [...usage, ...replacedSavings, ...rates, ...unused].toSorted(byName),
        ...doubtsOf(ordered),
        returned: returnsOf(ordered, replacedAmounts, onResources),
      }
    },
  }
}

type LineageInputs = LineageMonth & { inputsRoot: string }

function inOrder(lineageMonths: readonly LineageInputs[], lineages: readonly Lineage[]): LineageInputs[] {
  const rankOf = new Map(lineages.map((lineage, rank) => [lineage, rank]))
  return lineageMonths.toSorted((a, b) => (rankOf.get(a.lineage) ?? 0) - (rankOf.get(b.lineage) ?? 0))
}

/** Actions that count in the month, those on commitments apart. */
function currentActions({ actions, reversed, baselines, config, substitution }: MonthSetup, from: Hour, to: Hour) {
  const current = actions.filter(
    (action) => !reversed.has(action.id) && toHour(action.effective_time) < to && endOf(action, config) > from,
  )
  return {
    commitmentActions: current.filter((action) => action.kind === 'commitment'),
    onResources: current.flatMap((action) =>
      action.kind === 'commitment' ? [] : [toLiveAction(action, baselines, config, substitution.shapes)],
    ),
  }
}

/** Opened with the first line: a reader that streams the bill once knows its prices only at its end. */
function pricesOnDemand(setup: MonthSetup, bill: BillFacts): PriceBook {
  let book: PriceBook | undefined
  return (sku, hour) => {
    book ??= openPriceBook(setup, bill)
    return book(sku, hour)
  }
}

/** Lineages that are held back, and those whose bill has gaps. */
function doubtsOf(lineageMonths: readonly LineageMonth[]): Pick<CalculatedMonth, 'held' | 'gaps'> {
  return {
    held: lineageMonths.flatMap(({ lineage, heldReason }) =>
      heldReason === null ? [] : [{ lineage: lineage.name, reason: heldReason }],
    ),
    gaps: lineageMonths.flatMap(({ lineage, gapHours }) =>
      gapHours ? [{ lineage: lineage.name, hours: gapHours }] : [],
    ),
  }
}

function returnsOf(
  lineageMonths: readonly LineageMonth[],
  replaced: Replaced,
  onResources: readonly LiveAction[],
): Map<string, Hour> {
  const terminated = new Set(onResources.flatMap(({ id, action }) => (action.kind === 'terminate' ? [id] : [])))
  return firstReturns([
    ...lineageMonths.flatMap(({ returned }) => [...returned]),
    ...[...replaced.returned].filter(([id]) => terminated.has(id)),
  ])
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
