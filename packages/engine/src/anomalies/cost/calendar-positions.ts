/**
 * Where a day lies in the calendar, as the earlier days that lay there too: what a bill charges by the calendar comes
 * again on one of them, whether it goes by the date, by business days, by weeks or by the quarter.
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

/** The ways to count days; a quarter's are those of its months, three months apart. */
export type PositionKind =
  | 'date'
  | 'from end'
  | 'business day'
  | 'business day from end'
  | 'moved to Friday'
  | 'moved to Monday'
  | 'quarter date'
  | 'quarter from end'
  | 'quarter business day'
  | 'quarter business day from end'
  | 'weekday of month'
  | 'two weeks'
  | 'four weeks'
  | 'fiscal month'

export interface Position {
  kind: PositionKind
  /** Earlier days of the same position, latest first, as days back. */
  backs: number[]
  /** What bills go by: after one such day the same amount is expected again. */
  isBillingDay: boolean
  /** A day that bills of many organizations are charged on: the first and last, the first and last business days, the 15th. */
  isCommon: boolean
}

/** Days and business days from the end of a month that are a position of their own. */
const [daysFromEnd, businessFromEnd] = [7, 5]
/** Books are opened and closed within so many business days. */
const [opening, closing] = [2, 3]
/** The middle of a month. */
const middle = 15
/** Months of 4, 4 and 5 weeks, in any order: the same day of the two months before, and of the quarter before. */
const fiscalMonths = [
  [28, 63, 91],
  [28, 56, 91],
  [35, 63, 91],
]

/** For each way to count, the earlier days of the same position. Days are counted from 1970. */
export function positionsOf(dayNumber: number): Position[] {
  const date = Temporal.Instant.fromEpochMilliseconds(dayNumber * day).toZonedDateTimeISO('UTC')
  const index = (date.year - 1970) * 12 + date.month - 1
  const month = monthAt(index)
  const earlier = Array.from({ length: months }, (_, i) => monthAt(index - 1 - i))
  const quarters = [2, 5].flatMap((i) => earlier[i] ?? [])
  // A quarter begins in the month after one has ended.
  const [begins, ends] = [date.month % 3 === 1, date.month % 3 === 0]
  const ofQuarter = inMonths(dayNumber, month, quarters).map((position) => ({
    ...position,
    kind: `quarter ${position.kind}` as const,
    isCommon:
      position.isCommon && (position.kind.endsWith('from end') ? ends : begins && dayNumber - month.first < middle - 1),
  }))
  const position = (kind: PositionKind, backs: number[], isBillingDay: boolean) => ({
    kind,
    backs,
    isBillingDay,
    isCommon: false,
  })
  const weeks = (count: number) => Array.from({ length: 3 }, (_, i) => weekOfDays * count * (i + 1))
  return [
    ...[...inMonths(dayNumber, month, earlier), ...ofQuarter].map((position) => ({ ...position, isBillingDay: true })),
    ...movedDates(dayNumber, month, earlier).map(({ kind, backs }) => position(kind, backs, true)),
    position('weekday of month', weekdayOfMonth(dayNumber, month, earlier), false),
    position('two weeks', weeks(2), false),
    position('four weeks', weeks(4), true),
    ...fiscalMonths.map((backs) => position('fiscal month', backs, true)),
  ]
}

type MonthPosition = {
  kind: 'date' | 'from end' | 'business day' | 'business day from end'
  backs: number[]
  isCommon: boolean
}

/** By the date, by the distance from the month's end, and by business days from either side. */
function inMonths(dayNumber: number, { first, length, business }: Month, list: readonly Month[]): MonthPosition[] {
  const daysIn = dayNumber - first
  const toEnd = length - daysIn
  const ordinal = business.indexOf(dayNumber)
  const fromEnd = business.length - ordinal
  const backsBy = (dayIn: (month: Month) => number | null | undefined) =>
    list.flatMap((month) => dayNumber - (dayIn(month) ?? dayNumber)).filter((back) => back > 0)
  const positions: MonthPosition[] = [
    {
      kind: 'date',
      backs: backsBy((month) => (daysIn < month.length ? month.first + daysIn : null)),
      isCommon: daysIn === 0 || daysIn === middle - 1,
    },
  ]
  if (toEnd <= daysFromEnd) {
    const backs = backsBy((month) => month.first + month.length - toEnd)
    positions.push({ kind: 'from end', backs, isCommon: toEnd === 1 })
  }
  if (ordinal >= 0) {
    const backs = backsBy((month) => month.business[ordinal])
    positions.push({ kind: 'business day', backs, isCommon: ordinal < opening })
  }
  if (ordinal >= 0 && fromEnd <= businessFromEnd) {
    const backs = backsBy((month) => month.business.at(-fromEnd))
    positions.push({ kind: 'business day from end', backs, isCommon: fromEnd <= closing })
  }
  return positions
}

/** Dates that are moved off weekends, to the Friday before or the Monday after, and those that need not be. */
function movedDates(
  dayNumber: number,
  month: Month,
  list: readonly Month[],
): { kind: PositionKind; backs: number[] }[] {
  const weekday = weekdayOf(dayNumber)
  if (!isBusinessDay(dayNumber)) return []
  const ways = [
    { kind: 'moved to Friday' as const, days: weekday === friday ? [0, 1, 2] : [0], move: toFriday },
    { kind: 'moved to Monday' as const, days: weekday === monday ? [0, -1, -2] : [0], move: toMonday },
  ]
  return ways.flatMap(({ kind, days, move }) =>
    days.flatMap((ahead) => {
      const daysIn = dayNumber + ahead - month.first
      if (daysIn < 0 || daysIn >= month.length) return []
      const others = list.filter(({ length }) => daysIn < length)
      return { kind, backs: others.map(({ first }) => dayNumber - move(first + daysIn)) }
    }),
  )
}

const [monday, friday] = [1, 5]
const toFriday = (dayNumber: number) => dayNumber - ({ 6: 1, 0: 2 }[weekdayOf(dayNumber)] ?? 0)
const toMonday = (dayNumber: number) => dayNumber + ({ 6: 2, 0: 1 }[weekdayOf(dayNumber)] ?? 0)

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
