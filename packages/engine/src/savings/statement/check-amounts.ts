/** Whether the customer's own bill gives what the statement says; if not, the first thing in which the two differ. */
import type { LedgerEntry } from '@kept/domain/saving.ts'
import type { Statement, UnsignedStatement } from '@kept/domain/statement.ts'
import { nanoText } from '../exact.ts'
import { canonicalJson } from '../ledger/canonical-json.ts'
import type { SettledMonth } from '../month/settle-month.ts'
import type { Sha256 } from '../month/setup.ts'
import { completeStatement } from './complete-statement.ts'

/** As a sentence; null when everything agrees. */
export function firstDisagreement(statement: Statement, settled: SettledMonth, sha256: Sha256): string | null {
  const { signature: _, ...stated } = statement
  const mine = completeStatement(stated, settled, sha256)
  return heldFault(stated, mine) ?? entriesFault(stated, mine) ?? restFault(stated, mine)
}

function heldFault(stated: UnsignedStatement, mine: UnsignedStatement): string | null {
  const surprise = mine.held.find(({ lineage }) => !stated.held.some((one) => one.lineage === lineage))
  return surprise ? `Nothing can be said of ${surprise.lineage}: ${surprise.reason}` : null
}

function entriesFault(stated: UnsignedStatement, mine: UnsignedStatement): string | null {
  for (let index = 0; index < Math.max(stated.entries.length, mine.entries.length); index += 1) {
    const [theirs, ours] = [stated.entries[index], mine.entries[index]]
    if (!theirs)
      return ours ? `${nameOf(ours)} is missing from the statement; your bill gives ${amountOf(ours)}.` : null
    if (!ours) return `${nameOf(theirs)} says ${amountOf(theirs)}; your bill gives no such entry.`
    const difference = differenceOf(theirs, ours)
    if (difference) return difference
  }
  return null
}

function differenceOf(theirs: LedgerEntry, ours: LedgerEntry): string | null {
  const { kind, part, lineage, action, period } = theirs
  if (
    kind !== ours.kind ||
    part !== ours.part ||
    lineage !== ours.lineage ||
    action !== ours.action ||
    period !== ours.period
  ) {
    return `${nameOf(theirs)} stands where your bill gives ${nameOf(ours, 'the')}.`
  }
  if (theirs.inputs_root !== ours.inputs_root) {
    const amounts =
      theirs.amount === ours.amount ? '' : ` It says ${amountOf(theirs)}; your bill gives ${amountOf(ours)}.`
    return `${nameOf(theirs)} was worked out from other lines than those of your bill.${amounts}`
  }
  if (theirs.amount !== ours.amount || theirs.currency !== ours.currency) {
    return `${nameOf(theirs)} says ${amountOf(theirs)}; your bill gives ${amountOf(ours)}.`
  }
  return theirs.hash === ours.hash ? null : `${nameOf(theirs)} is not the entry that its contents give.`
}

const worked = ['gaps', 'held', 'net', 'carried_after', 'billable', 'commission', 'head'] as const
const words: Record<(typeof worked)[number], string> = {
  gaps: 'hours without data',
  held: 'resources held back',
  net: 'sum of the month',
  carried_after: 'losses carried on',
  billable: 'billable amount',
  commission: 'fee',
  head: 'head of the chain',
}

function restFault(stated: UnsignedStatement, mine: UnsignedStatement): string | null {
  const field = worked.find((name) => canonicalJson(stated[name]) !== canonicalJson(mine[name]))
  if (!field) return null
  const shown = (of: UnsignedStatement) =>
    field === 'commission' ? `${of.commission.fee} ${of.currency}` : canonicalJson(of[field])
  return `The ${words[field]} differs: the statement says ${shown(stated)}; your bill gives ${shown(mine)}.`
}

function nameOf({ seq, kind, part, action, lineage }: LedgerEntry, article = ''): string {
  const what = kind === 'fee' ? 'the fee' : `${kind} of ${part ?? 'nothing'}, action "${action}" on ${lineage}`
  return `${article === '' ? 'Entry' : `${article} entry`} ${seq} (${what})`
}

function amountOf({ amount, currency }: LedgerEntry): string {
  return `${nanoText(BigInt(amount))} ${currency}`
}
