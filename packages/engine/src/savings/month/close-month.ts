/**
 * From a settled month to what is new in the ledger. What was booked before is never edited: a first run books accruals,
 * a later one only the difference (true-up), and a resource that came back within the proof window takes everything
 * back that was ever booked for its action, entry by entry.
 */

import type { SavingsAction } from '@kept/domain/action.ts'
import type { Month } from '@kept/domain/hour.ts'
import type { EntryDraft, EntryKind, LedgerEntry } from '@kept/domain/saving.ts'
import type { SavingsConfig } from '@kept/domain/savings-config.ts'
import { toHour } from '@kept/foundation/calendar/hour.ts'
import type { Nano } from '../exact.ts'
import type { CalculatedMonth } from './calculate-month.ts'
import type { CalculatedPart } from './calculated-part.ts'

export interface Closing {
  readonly month: Month
  readonly currency: string
  readonly actions: readonly SavingsAction[]
  readonly config: SavingsConfig
  readonly configHash: string
  readonly codeVersion: string
  /** Everything booked so far that these actions or this month have to do with. */
  readonly booked: readonly LedgerEntry[]
}

/** Two steps, because a reversal names the hash of what it takes back: accruals first, reversals of them after. */
export function newAccruals(calculated: CalculatedMonth, closing: Closing): EntryDraft[] {
  return [...calculated.parts, ...vanished(calculated, closing)].flatMap((part) => {
    const before = closing.booked.filter((entry) => isOf(entry, part, closing.month))
    const difference = part.amount - total(before)
    if (difference === 0n) return []
    const first = before.find(({ kind }) => kind === 'accrual')
    return [draft(first ? 'trueup' : 'accrual', part, difference, closing, first?.hash ?? null)]
  })
}

/** `booked` now holds the new accruals too. */
export function newReversals(calculated: CalculatedMonth, closing: Closing): EntryDraft[] {
  const over = actionsTakenBack(calculated, closing)
  const reversed = new Set(closing.booked.flatMap(({ kind, refers_to }) => (kind === 'reversal' ? [refers_to] : [])))
  return closing.booked
    .filter(
      ({ kind, action, hash }) => (kind === 'accrual' || kind === 'trueup') && over.has(action) && !reversed.has(hash),
    )
    .map((entry): EntryDraft => {
      const { seq: _, prev_hash: __, hash, ...fields } = entry
      const { codeVersion: code_version, configHash: config_hash, month: period } = closing
      return {
        ...fields,
        kind: 'reversal',
        period,
        amount: String(-BigInt(entry.amount)),
        code_version,
        config_hash,
        refers_to: hash,
      }
    })
}

/** Actions whose resource ran again within the proof window. */
function actionsTakenBack(
  { returned }: CalculatedMonth,
  { actions, config }: Pick<Closing, 'actions' | 'config'>,
): Set<string> {
  return new Set(
    actions
      .filter(({ id, effective_time }) => {
        const returnedHour = returned.get(id)
        return returnedHour !== undefined && returnedHour - toHour(effective_time) < config.proof_window_hours
      })
      .map(({ id }) => id),
  )
}

/** A commitment booked as left idle, or capacity booked as replaced, that turns out not to be: trued up to nothing. */
function vanished({ parts }: CalculatedMonth, { booked, month }: Closing): CalculatedPart[] {
  return booked
    .filter(({ kind, part, period }) => kind === 'accrual' && isDeduction(part) && period === month)
    .filter(
      (entry) => parts.some(({ action }) => action === entry.action) && !parts.some((part) => isOf(entry, part, month)),
    )
    .map(({ action, lineage, part, inputs_root, baseline_hash }) => ({
      ...{ action, lineage, part: part ?? 'penalty', amount: 0n, face: 0n, unsure: 0n },
      ...{ inputsRoot: inputs_root, baselineHash: baseline_hash },
    }))
}

function isDeduction(part: LedgerEntry['part']): boolean {
  return part === 'penalty' || part === 'replaced'
}

/** An action has one saving of its own in a lineage, however sure it is; a rate and deductions are entries of their own. */
function sort(part: LedgerEntry['part']): string {
  return part === 'rate' || isDeduction(part) ? (part ?? '') : 'own'
}

/** A reversal of the month in which it came back does not lower what the month itself has accrued. */
function isOf(entry: LedgerEntry, { action, lineage, part }: CalculatedPart, month: Month): boolean {
  const isSaving = entry.kind === 'accrual' || entry.kind === 'trueup'
  return (
    isSaving &&
    entry.period === month &&
    entry.action === action &&
    entry.lineage === lineage &&
    sort(entry.part) === sort(part)
  )
}

function total(entries: readonly LedgerEntry[]): Nano {
  return entries.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}

function draft(
  kind: EntryKind,
  part: CalculatedPart,
  amount: Nano,
  closing: Closing,
  refersTo: string | null,
): EntryDraft {
  return {
    kind,
    part: part.part,
    period: closing.month,
    lineage: part.lineage,
    action: part.action,
    amount: String(amount),
    currency: closing.currency,
    inputs_root: part.inputsRoot,
    baseline_hash: part.baselineHash,
    code_version: closing.codeVersion,
    config_hash: closing.configHash,
    refers_to: refersTo,
  }
}
