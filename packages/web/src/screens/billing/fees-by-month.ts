import type { BillingOverview, BillingUsage } from '@kept/contract/routes/billing/shapes.ts'
import { add } from '@kept/foundation/decimal.ts'

export interface FeeBar {
  period: string
  fee: string
  /** Estimated: the range, and no signed statement yet. */
  range: { low: string; high: string } | null
}

type Next = BillingOverview['currencies'][number]['next']

/** Months drawn, the estimated one included. */
const monthsShown = 6

/** The fee of each signed month, oldest first, and what the open months come to so far. */
export function feesByMonth(usage: BillingUsage['months'], currency: string, next: Next): FeeBar[] {
  const fees = new Map<string, string>()
  for (const month of usage) {
    if (month.currency !== currency || month.state !== 'final') continue
    fees.set(month.period, add(fees.get(month.period) ?? '0', month.fee))
  }
  const signed = [...fees]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([period, fee]): FeeBar => ({ period, fee, range: null }))
  const period = next?.periods.at(-1)
  const estimated =
    next && period !== undefined ? [{ period, fee: next.fee, range: { low: next.fee_low, high: next.fee_high } }] : []
  return [...signed, ...estimated].slice(-monthsShown)
}
