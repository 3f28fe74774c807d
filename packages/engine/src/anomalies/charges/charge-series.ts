/** What is charged in addition to metered usage: fees, commitments, purchases, credits, corrections and tax. */
import type { ScopePart } from '@kept/domain/anomaly.ts'
import { addMonths } from '@kept/foundation/calendar/month.ts'
import { type Decimal, sum } from '@kept/foundation/decimal.ts'

export interface ChargeScope {
  currency: string
  /** Provider, category of charge, and service. */
  scope: readonly ScopePart[]
  isTax: boolean
  /** The days it was charged on, rising. */
  days: readonly ChargedDay[]
}

interface ChargedDay {
  /** YYYY-MM-DD. */
  date: string
  cost: Decimal
}

export interface ChargeMonth {
  /** YYYY-MM. */
  month: string
  total: Decimal
  days: readonly ChargedDay[]
}

/** Every month from the first to the last that is named, with or without charges. */
export function monthsOf(days: readonly ChargedDay[], first: string, last: string): ChargeMonth[] {
  const byMonth = Map.groupBy(days, ({ date }) => date.slice(0, 7))
  const months: ChargeMonth[] = []
  for (let month = first; month <= last; month = addMonths(month, 1)) {
    const charged = byMonth.get(month) ?? []
    months.push({ month, total: sum(charged.map(({ cost }) => cost)), days: charged })
  }
  return months
}
