/** Whether the customer's own bill gives what the statement says; if not, the first thing in which the two differ. */
import type { LedgerEntry } from '@kept/domain/saving.ts'
import type { Statement, UnsignedStatement } from '@kept/domain/statement.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { nanoText } from '../exact.ts'
import type { CalculatedMonth } from '../month/calculate-month.ts'
import type { Sha256 } from '../month/setup.ts'
import { completeStatement } from './complete-statement.ts'

/** As a sentence; null when everything agrees. */
export function firstDisagreement(statement: Statement, calculated: CalculatedMonth, sha256: Sha256): string | null {
  const { signature: _, ...stated } = statement
  const recomputed = completeStatement(stated, calculated, sha256)
  return findHeldError(stated, recomputed) ?? findEntriesError(stated, recomputed) ?? findOtherError(stated, recomputed)
}

function findHeldError(stated: UnsignedStatement, recomputed: UnsignedStatement): string | null {
  const surprise = recomputed.held.find(({ lineage }) => !stated.held.some((entry) => entry.lineage === lineage))
  return surprise ? `${surprise.lineage} cannot be verified: ${surprise.reason}` : null
}

function findEntriesError(stated: UnsignedStatement, recomputed: UnsignedStatement): string | null {
  for (let index = 0; index < Math.max(stated.entries.length, recomputed.entries.length); index += 1) {
    const [statedEntry, recomputedEntry] = [stated.entries[index], recomputed.entries[index]]
    if (!statedEntry)
      return recomputedEntry
        ? `${nameOf(recomputedEntry)} is missing from the statement. Your bill gives ${amountOf(recomputedEntry)}.`
        : null
    if (!recomputedEntry)
      return `${nameOf(statedEntry)} states ${amountOf(statedEntry)}, but your bill gives no such entry.`
    const difference = differenceOf(statedEntry, recomputedEntry)
    if (difference) return difference
  }
  return null
}

function differenceOf(statedEntry: LedgerEntry, recomputedEntry: LedgerEntry): string | null {
  const { kind, part, lineage, action, period } = statedEntry
  if (
    kind !== recomputedEntry.kind ||
    part !== recomputedEntry.part ||
    lineage !== recomputedEntry.lineage ||
    action !== recomputedEntry.action ||
    period !== recomputedEntry.period
  ) {
    return `The statement has ${nameOf(statedEntry, 'entry')}, but your bill gives ${nameOf(recomputedEntry, 'entry')}.`
  }
  if (statedEntry.inputs_root !== recomputedEntry.inputs_root) {
    const amounts =
      statedEntry.amount === recomputedEntry.amount
        ? ''
        : ` It states ${amountOf(statedEntry)}, but your bill gives ${amountOf(recomputedEntry)}.`
    return `${nameOf(statedEntry)} was calculated from lines that are not on your bill.${amounts}`
  }
  if (statedEntry.amount !== recomputedEntry.amount || statedEntry.currency !== recomputedEntry.currency) {
    return `${nameOf(statedEntry)} states ${amountOf(statedEntry)}, but your bill gives ${amountOf(recomputedEntry)}.`
  }
  return statedEntry.hash === recomputedEntry.hash ? null : `${nameOf(statedEntry)} does not match its own contents.`
}

const worked = ['gaps', 'held', 'net', 'carried_after', 'billable', 'commission', 'head'] as const
const fieldLabels: Record<(typeof worked)[number], string> = {
  gaps: 'hours without data',
  held: 'resources without a result',
  net: 'total of the month',
  carried_after: 'losses carried forward',
  billable: 'billable amount',
  commission: 'fee',
  head: 'ledger head',
}

function findOtherError(stated: UnsignedStatement, recomputed: UnsignedStatement): string | null {
  const field = worked.find((name) => canonicalJson(stated[name]) !== canonicalJson(recomputed[name]))
  if (!field) return null
  const formatField = (statement: UnsignedStatement) =>
    field === 'commission' ? `${statement.commission.fee} ${statement.currency}` : canonicalJson(statement[field])
  return `The ${fieldLabels[field]} differs: the statement has ${formatField(stated)}, but your bill gives ${formatField(recomputed)}.`
}

function nameOf({ seq, kind, part, action, lineage }: LedgerEntry, noun = 'Entry'): string {
  const description = kind === 'fee' ? 'the fee' : `${kind} of ${part ?? 'nothing'}, action "${action}" on ${lineage}`
  return `${noun} ${seq} (${description})`
}

function amountOf({ amount, currency }: LedgerEntry): string {
  return `${nanoText(BigInt(amount))} ${currency}`
}
