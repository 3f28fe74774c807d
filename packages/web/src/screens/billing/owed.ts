import type { InvoiceSummary } from '@kept/contract/routes/billing/shapes.ts'
import { add, isZero } from '@kept/foundation/decimal.ts'

export interface Owed {
  currency: string
  amount: string
  /** The earliest day on which some of it is due; null where no invoice says. */
  dueOn: string | null
  isOverdue: boolean
  invoices: number
}

/** What is still to be paid, one entry for each currency, in the order of the invoices. */
export function owedOf(invoices: readonly InvoiceSummary[]): Owed[] {
  const owed = new Map<string, Owed>()
  for (const { currency, open, due_on, is_overdue } of invoices) {
    if (isZero(open)) continue
    const before = owed.get(currency)
    owed.set(currency, {
      currency,
      amount: add(before?.amount ?? '0', open),
      dueOn: earlier(before?.dueOn ?? null, due_on),
      isOverdue: (before?.isOverdue ?? false) || is_overdue,
      invoices: (before?.invoices ?? 0) + 1,
    })
  }
  return [...owed.values()]
}

function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}
