/**
 * Where a day lies in the calendar, as the earlier days that lay there too: what a bill charges by the calendar comes
 * again on one of them, whether it goes by the date, by business days or by the quarter.
 */
import { day } from '@kept/domain/series.ts'

const weekOfDays = 7
/** Months looked back. */
const months = 6

/** Counted from 1970-01-01; a Thursday. */
const weekdayOf = (dayNumber: number) => (((dayNumber + 4) % weekOfDays) + weekOfDays) % weekOfDays
const isBusinessDay = (dayNumber: number) => weekdayOf(dayNumber) >= 1 && weekdayOf(dayNumber) <= 5

/** The first day of the month that `index` counts from 1970-01 on. */
const firstOfMonth = (index: number) =>
  Temporal.PlainDate.from('1970-01-01').add({ months: index }).toZonedDateTime('UTC').epochMilliseconds / day

interface Month {
  first: number
  length: number
  /** Business days, in order. */
  business: number[]
}

function monthAt(index: number): Month {
  const first = firstOfMonth(index)
  const length = firstOfMonth(index + 1) - first
  const all = Array.from({ length }, (_, i) => first + i)
  return { first, length, business: all.filter(isBusinessDay) }
}

interface Position {
  /** Earlier days of the same position, latest first, as days back. */
  backs: number[]
  /** What bills go by: after one such day the same amount is expected again. */
  isBillingDay: boolean
}

/** Days and business days from the end of a month that are a position of their own. */
const [daysFromEnd, businessFromEnd] = [7, 5]

/** For each way to count, the earlier days of the same position. Days are counted from 1970. */
export function positionsOf(dayNumber: number): Position[] {
  const date = Temporal.Instant.fromEpochMilliseconds(dayNumber * day).toZonedDateTimeISO('UTC')
  const index = (date.year - 1970) * 12 + date.month - 1
  const month = monthAt(index)
  const earlier = Array.from({ length: months }, (_, i) => monthAt(index - 1 - i))
  const quarters = [2, 5].flatMap((i) => earlier[i] ?? [])
  const billing = [...inMonths(dayNumber, month, earlier), ...inMonths(dayNumber, month, quarters)]
  const rhythms = [2, 4].map((weeks) => Array.from({ length: 3 }, (_, i) => weekOfDays * weeks * (i + 1)))
  return [
    ...billing.map((backs) => ({ backs, isBillingDay: true })),
    ...[weekdayOfMonth(dayNumber, month, earlier), ...rhythms].map((backs) => ({ backs, isBillingDay: false })),
  ]
}

/** By the date, by the distance from the month's end, and by business days from either side. */
function inMonths(dayNumber: number, { first, length, business }: Month, list: readonly Month[]): number[][] {
  const daysIn = dayNumber - first
  const toEnd = length - daysIn
  const ordinal = business.indexOf(dayNumber)
  const days = [list.map((month) => (daysIn < month.length ? month.first + daysIn : null))]
  if (toEnd <= daysFromEnd) days.push(list.map((month) => month.first + month.length - toEnd))
  if (ordinal >= 0) days.push(list.map((month) => month.business[ordinal] ?? null))
  if (ordinal >= 0 && business.length - ordinal <= businessFromEnd)
    days.push(list.map((month) => month.business.at(ordinal - business.length) ?? null))
  return days.map((others) => others.flatMap((other) => (other === null ? [] : [dayNumber - other])))
}

/** The second Tuesday. */
function weekdayOfMonth(dayNumber: number, { first }: Month, list: readonly Month[]): number[] {
  const weeks = Math.floor((dayNumber - first) / weekOfDays)
  return list.map((month) => {
    const firstSame = month.first + ((weekdayOf(dayNumber) - weekdayOf(month.first) + weekOfDays) % weekOfDays)
    return dayNumber - (firstSame + weekOfDays * weeks)
  })
}

export function isFirstOfMonth(timestamp: number): boolean {
  return Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO('UTC').day === 1
}
