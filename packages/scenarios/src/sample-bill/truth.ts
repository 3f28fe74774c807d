/** The sums that every bill of a world must have, whichever writer wrote it. */
import { amountText } from '../bill/amount.ts'
import { chargesOf, type SampleCharge } from './charges.ts'
import { monthsOf, type SampleWorld } from './world.ts'

/** Amounts are decimal text in `currency`. */
export interface MonthTruth {
  /** The first day of the billing period. */
  month: string
  currency: string
  /** Everything invoiced for the month: usage, fees, purchases, adjustments, tax. */
  billed: string
  /** The same with every commitment spread over its hours: covered usage, the unused part, no fees, no purchases. */
  amortized: string
  /** The part of `amortized` that commitments left unused. */
  unused: string
  /** Public price of the usage that is bought on demand or covered by a commitment; spot usage has none. */
  list: string
  /** `amortized` of that same usage and of the unused part. */
  amortizedOfListed: string
  /** Recurring and upfront payments for commitments, part of `billed`. */
  commitmentPayments: string
}

const zero = { billed: 0n, amortized: 0n, unused: 0n, list: 0n, amortizedOfListed: 0n, commitmentPayments: 0n }

/** By month and currency, in that order; some charges only, where a format lacks the others. */
export function truthOf(world: SampleWorld, isWritten: (charge: SampleCharge) => boolean = () => true): MonthTruth[] {
  return monthsOf(world).flatMap((month) => {
    const byCurrency = new Map<string, typeof zero>()
    for (const charge of chargesOf(world, month, 'day')) {
      if (!isWritten(charge)) continue
      const { currency } = charge.account
      const sums = byCurrency.get(currency) ?? { ...zero }
      byCurrency.set(currency, sums)
      switch (charge.kind) {
        case 'usage':
          sums.billed += charge.billed
          sums.amortized += charge.amortized
          if (charge.model === 'spot') break
          sums.list += charge.list
          sums.amortizedOfListed += charge.amortized
          break
        case 'unused':
          sums.amortized += charge.amortized
          sums.amortizedOfListed += charge.amortized
          sums.unused += charge.amortized
          break
        case 'fee':
        case 'upfront':
          sums.billed += charge.billed
          sums.commitmentPayments += charge.billed
          break
        case 'adjustment':
        case 'tax':
          sums.billed += charge.billed
          sums.amortized += charge.billed
          break
      }
    }
    return [...byCurrency.entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, sums]) => ({
        month,
        currency,
        billed: amountText(sums.billed),
        amortized: amountText(sums.amortized),
        unused: amountText(sums.unused),
        list: amountText(sums.list),
        amortizedOfListed: amountText(sums.amortizedOfListed),
        commitmentPayments: amountText(sums.commitmentPayments),
      }))
  })
}
