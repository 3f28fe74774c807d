import { day } from '@kept/domain/series.ts'
import type { ChargeSeries } from './charge-series.ts'
import { dayAt, monthPosition, monthStart } from './months.ts'

/** Days known from which on a charge must have come in two months to be expected in the next: yearly ones do not. */
const twoMonths = 62

/** Monthly charges on the days from `until` on: each comes again on its day of the month, by its last amount. */
export function expectFees(
  fees: readonly ChargeSeries[],
  until: number,
  first: number,
  to: number,
): Map<number, number> {
  const expected = new Map<number, number>()
  for (const { days } of fees) {
    const needed = until - first >= twoMonths * day ? 2 : 1
    for (let month = monthStart(until); month < to; month = monthStart(month, 1)) {
      for (const [timestamp, amount] of latestMonth(days, until, month)) {
        const due = dayAt(month, monthPosition(timestamp))
        if (due < until || due >= to || !cameBefore(days, timestamp, needed)) continue
        expected.set(due, (expected.get(due) ?? 0) + amount)
      }
    }
  }
  return expected
}

/** The charges of the month before, or of the one before that for days the last one has not reached. */
function latestMonth(days: ReadonlyMap<number, number>, until: number, month: number): [number, number][] {
  const running = monthStart(until)
  const isOf = (timestamp: number, start: number) => timestamp >= start && timestamp < monthStart(start, 1)
  const before = monthStart(running, -1)
  return [...days].filter(([timestamp]) => {
    // What has come in the running month already says more than the same charge of the month before.
    const isKnownNow = dayAt(running, monthPosition(timestamp)) < until
    return month > running && isKnownNow ? isOf(timestamp, running) : isOf(timestamp, before)
  })
}

function cameBefore(days: ReadonlyMap<number, number>, timestamp: number, needed: number): boolean {
  if (needed === 1) return true
  const sameDay = dayAt(monthStart(timestamp, -1), monthPosition(timestamp))
  // A weekend moves a charge by a day or three.
  return [...days.keys()].some((other) => Math.abs(other - sameDay) <= 3 * day)
}
