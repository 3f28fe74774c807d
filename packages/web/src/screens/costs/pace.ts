/** What costs are per day, so that periods of different length can be compared. */
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { add, type Decimal, divide, multiply } from '@kept/foundation/decimal.ts'
import { changePercent } from '../../spend/change.ts'

interface Period {
  from: string
  /** Exclusive. */
  to: string
}

interface Pace {
  days: number
  perDay: Decimal
  /** 30 days at that rate. */
  monthly: Decimal
}

const placesOfDay = 10
const daysOfMonth = 30

/** The average day of a total. `lastDay` is the last billed day: days after it are not counted. Null without a day. */
export function paceOf(total: Decimal | null | undefined, { from, to }: Period, lastDay: string | null): Pace | null {
  const days = countDays({ from, to }, lastDay)
  if (total === null || total === undefined || days <= 0) return null
  return {
    days,
    perDay: divide(total, String(days), placesOfDay),
    monthly: divide(multiply(total, String(daysOfMonth)), String(days), placesOfDay),
  }
}

/** The change of the average day in percent, and what the other number of days explains of the whole change. */
export function compareDays(
  now: { total: Decimal; period: Period },
  before: { total: Decimal; period: Period },
  lastDay: string | null,
): { percent: number | null; days: number; explained: Decimal } | null {
  const [pace, past] = [paceOf(now.total, now.period, lastDay), paceOf(before.total, before.period, lastDay)]
  if (!pace || !past) return null
  const days = pace.days - past.days
  return { percent: changePercent(pace.perDay, past.perDay), days, explained: multiply(past.perDay, String(days)) }
}

/** The change of the average day of a row in percent; null where there is nothing to compare with. */
export function perDayChange(
  now: Decimal | null | undefined,
  before: Decimal | null | undefined,
  days: { now: number; before: number },
): number | null {
  if (!now || !before || days.now <= 0 || days.before <= 0) return null
  return changePercent(multiply(now, String(days.before)), multiply(before, String(days.now)))
}

export function countDays({ from, to }: Period, lastDay: string | null): number {
  const days = daysBetween(from, to)
  return lastDay === null ? days : Math.min(days, daysBetween(from, lastDay) + 1)
}

/** Running totals; a period without a figure keeps the total so far, and null before the first. */
export function cumulate(values: readonly (Decimal | null)[]): (Decimal | null)[] {
  let total: Decimal | null = null
  return values.map((value) => {
    if (value !== null) total = total === null ? value : add(total, value)
    return total
  })
}
