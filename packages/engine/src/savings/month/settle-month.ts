/**
 * A month of savings, worked out from the customer's own bill: resource after resource, so that a bill of any size fits.
 * The same settings and the same lines give the same amounts and the same hashes, to whoever runs it.
 */
import { type Hour, hoursOfMonth, toHour } from '@kept/domain/hour.ts'
import type { CommitmentHour, SavingPart, SavingsLine } from '@kept/domain/saving.ts'
import { exactReader, type Nano } from '../exact.ts'
import { canonicalCommitmentRow, canonicalRow, openCanonical, rowsInOrder } from '../ledger/canonical-row.ts'
import { merkleRoot } from '../ledger/merkle.ts'
import { canStrand, rateSaving, strandedCost } from './commitments.ts'
import { endOf } from './horizon.ts'
import { type Lineage, lineagesOf } from './lineages.ts'
import { toLiveAction } from './live-action.ts'
import { openPriceBook, type PriceBook } from './prices.ts'
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
  addLineage(lineage: Lineage, lines: readonly SavingsLine[]): void
  addCommitment(commitment: string, rows: readonly CommitmentHour[]): void
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
    action.kind === 'commitment' ? [] : [toLiveAction(action, setup.baselines, setup.config)],
  )
  const lineages = lineagesOf(onResources)
  const placeOf = new Map(lineages.map((lineage, place) => [lineage, place]))
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
    addLineage(lineage, lines) {
      const rows = rowsInOrder(lines, (line) => canonicalRow(line, form))
      settled.push({ ...settleLineage(lineage, lines, context), inputsRoot: merkleRoot(rows, setup.sha256) })
    },
    addCommitment(commitment, rows) {
      const texts = rowsInOrder(rows, (row) => canonicalCommitmentRow(row, form))
      rowsOf.set(commitment, { rows, inputsRoot: merkleRoot(texts, setup.sha256) })
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
      return {
        parts: [...usage, ...rate, ...penalties(usage)].toSorted(byName),
        held: settled.flatMap(({ lineage, held }) => (held === null ? [] : [{ lineage: lineage.name, reason: held }])),
        gaps: settled.flatMap(({ lineage, gapHours }) =>
          gapHours ? [{ lineage: lineage.name, hours: gapHours }] : [],
        ),
        returned: new Map(settled.flatMap(({ returned }) => [...returned])),
      }
    },
  }

  /**
   * Shared out by what each action saved on resources the commitment covered, and never more than that: what an action
   * left idle is at most what it turned off. Whatever lies idle beyond it, somebody else turned off.
   */
  function penalties(usage: readonly SettledPart[]): SettledPart[] {
    return setup.commitmentBaselines.flatMap((baseline) => {
      const eligible = onResources.filter(
        (live) => canStrand(live.action) && live.baseline.commitments.includes(baseline.commitment),
      )
      const begin = Math.max(from, Math.min(to, ...eligible.map((live) => live.from)))
      const { rows = [], inputsRoot = setup.sha256('') } = rowsOf.get(baseline.commitment) ?? {}
      const saved = eligible.map(({ id }) => usage.find(({ action }) => action === id))
      const weights = saved.map((one) => (one && one.amount > 0n ? one.amount : 0n))
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
