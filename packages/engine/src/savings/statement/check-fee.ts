/** Whether a statement's total and fee follow from its own entries. It needs no bill, and says nothing of the savings. */
import type { LedgerEntry } from '@kept/domain/saving.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { exact, nanoText, toNano } from '../exact.ts'
import { chargeFor } from './complete-statement.ts'

/** The first difference as a sentence; null when everything follows. */
export function findFeeError(statement: Statement): string | null {
  const { period, currency, entries, net, billable, carried_after, commission } = statement
  const savings = entries.filter(({ kind }) => kind !== 'fee')
  const charge = chargeFor(statement, savings)
  const totals = [
    ['total', net, charge.billable.net],
    ['billable amount', billable, charge.billable.billable],
    ['loss carried forward', carried_after, charge.billable.carriedAfter],
    ['fee entry', String(feeIn(entries)), toNano(exact(charge.line.fee))],
  ] as const
  for (const [name, stated, expected] of totals)
    if (BigInt(stated) !== expected)
      return `The ${name} of ${period} is ${nanoText(BigInt(stated))} ${currency}, but its entries give ${nanoText(expected)} ${currency}.`
  if (canonicalJson(commission) === canonicalJson(charge.line)) return null
  return commission.fee === charge.line.fee
    ? `The fee of ${period} is ${commission.fee} ${currency} as its entries give, but its calculation is another one.`
    : `The fee of ${period} is ${commission.fee} ${currency}, but its entries give ${charge.line.fee} ${currency}.`
}

function feeIn(entries: readonly LedgerEntry[]): bigint {
  return entries.filter(({ kind }) => kind === 'fee').reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}
