/** Daily facts as a series over the days that were billed, with nothing (zero) on days inside it without a charge. */
import { addDays, eachDay } from '@kept/foundation/calendar/day.ts'
import { type Decimal, sum, toNumber } from '@kept/foundation/decimal.ts'

export interface DailySeries {
  days: string[]
  amounts: Decimal[]
  /** The same as floats, for statistics. */
  values: number[]
}

/**
 * From `firstDay` (its own first charge when left out) to the last billed day, both included. The series is of one
 * thing, so a day without a row is a day on which nothing was charged.
 */
export function dailySeries(
  rows: readonly { day: string; amount: Decimal }[],
  lastDay: string,
  firstDay?: string,
): DailySeries {
  const byDay = new Map<string, Decimal[]>()
  for (const { day, amount } of rows) byDay.set(day, [...(byDay.get(day) ?? []), amount])
  const first = firstDay ?? [...byDay.keys()].sort()[0]
  const days = first === undefined ? [] : eachDay(first, addDays(lastDay, 1))
  const amounts = days.map((day) => sum(byDay.get(day) ?? []))
  return { days, amounts, values: amounts.map(toNumber) }
}
