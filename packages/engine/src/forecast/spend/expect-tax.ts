import { day } from '@kept/domain/series.ts'
import { median } from '../../maths/quantile.ts'
import { dayAt, lastDayOf, monthPosition, monthStart } from './months.ts'

/** Months the rate is learned from. */
const latestMonths = 6

interface TaxOrder {
  until: number
  /** The first day that is known of anything. */
  first: number
  to: number
  /** What is taxed on a day: billed before `until`, expected from then on. */
  taxed(timestamp: number): number
  /** A day from `until` on where the bill of a month that is not over puts its tax so far. */
  soFarOn?: number | undefined
}

/** Tax follows what it is on: by the rate of the last months, on the day of the month it was charged on. */
export function expectTax(days: ReadonlyMap<number, number>, order: TaxOrder): Map<number, number> {
  const { until, to } = order
  const expected = new Map<number, number>()
  const complete = monthsOf(days).filter((month) => monthStart(month, 1) <= until)
  const last = complete.at(-1)
  // A tax that did not come in the last month has ended.
  if (last === undefined || last < monthStart(until, -1)) return expected
  const position = monthPosition(largestDay(days, last))
  // Charged before its month is over, it is on the month before.
  const taxedBy = (month: number): [number, number] =>
    position.isLast ? [month, monthStart(month, 1)] : [monthStart(month, -1), month]
  const rates = complete.slice(-latestMonths).flatMap((month) => {
    const [from, end] = taxedBy(month)
    const base = from < order.first ? 0 : taxedIn(order, from, end)
    return base > 0 ? [chargedIn(days, month, monthStart(month, 1)) / base] : []
  })
  if (rates.length === 0) return expected
  const rate = median(rates)
  for (let month = monthStart(until); month < to; month = monthStart(month, 1)) {
    const due = dayAt(month, position)
    const [from, end] = taxedBy(month)
    let open = rate * taxedIn(order, from, end)
    if (position.isLast) open -= chargedIn(days, month, until)
    const early = order.soFarOn
    if (early !== undefined && position.isLast && early >= month && early < lastDayOf(month)) {
      const soFar = rate * taxedIn(order, from, early + 1) - chargedIn(days, month, until)
      expected.set(early, (expected.get(early) ?? 0) + soFar)
      open -= soFar
    }
    if (due >= until && due < to) expected.set(due, (expected.get(due) ?? 0) + open)
  }
  return expected
}

const monthsOf = (days: ReadonlyMap<number, number>) =>
  [...new Set([...days.keys()].map((timestamp) => monthStart(timestamp)))].sort((a, b) => a - b)

function taxedIn({ taxed }: TaxOrder, from: number, to: number): number {
  let sum = 0
  for (let timestamp = from; timestamp < to; timestamp += day) sum += taxed(timestamp)
  return sum
}

function chargedIn(days: ReadonlyMap<number, number>, from: number, to: number): number {
  return [...days].reduce((sum, [timestamp, cost]) => (timestamp >= from && timestamp < to ? sum + cost : sum), 0)
}

function largestDay(days: ReadonlyMap<number, number>, month: number): number {
  const monthCharges = [...days].filter(([timestamp]) => monthStart(timestamp) === month)
  return monthCharges.reduce((largest, other) => (Math.abs(other[1]) > Math.abs(largest[1]) ? other : largest))[0]
}
