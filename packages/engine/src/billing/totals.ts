/** The arithmetic of a document: net, tax, gross, credit, due. Whole minor units, one rounding, of the tax. */
import { taxOn } from './tax.ts'

export interface Totals {
  readonly net: bigint
  readonly tax: bigint
  readonly gross: bigint
  readonly creditApplied: bigint
  readonly due: bigint
}

/**
 * A document whose lines add up to less than zero is a credit note: its signs are turned, and no credit is used for it.
 * `credit` is what may be used at most.
 */
export function totalsOf(
  fees: readonly bigint[],
  percent: string,
  credit: bigint,
): Totals & { kind: 'invoice' | 'credit_note' } {
  const sum = fees.reduce((total, fee) => total + fee, 0n)
  const kind = sum < 0n ? 'credit_note' : 'invoice'
  const net = sum < 0n ? -sum : sum
  const tax = taxOn(net, percent)
  const gross = net + tax
  const creditApplied = kind === 'credit_note' ? 0n : credit < gross ? credit : gross
  return { kind, net, tax, gross, creditApplied, due: gross - creditApplied }
}
