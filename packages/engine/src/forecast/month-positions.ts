import type { Positions } from './calendar-effects.ts'
import { remembered } from './remembered.ts'

/** Days and business days from the end of a month, and from its beginning, that are a position of their own. */
const [fromEnd, business] = [5, 4]

/** Where days lie in their month: by date, from its end, by business days, and by the quarter. */
export function monthPositions(timeAt: (row: number) => number): Positions {
  return (row) => namesAt(timeAt(row))
}

const namesAt = remembered(namesOf)

function namesOf(timestamp: number): readonly string[] {
  const date = Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO('UTC')
  const toEnd = date.daysInMonth - date.day
  const names = [`day ${date.day}`]
  if (toEnd < fromEnd) names.push(`${toEnd} before the end`)
  if (date.dayOfWeek <= 5) {
    const before = businessDaysOf(date.day, date.dayOfWeek)
    // From the last day of the month backwards: mirrored weekdays.
    const lastWeekday = ((date.dayOfWeek - 1 + toEnd) % 7) + 1
    const after = businessDaysOf(date.daysInMonth, lastWeekday) - before
    if (before <= business) names.push(`business day ${before}`)
    if (after < business) names.push(`${after} business days before the end`)
  }
  if (date.month % 3 === 1) names.push(...names.map((name) => `quarter: ${name}`))
  if (date.month % 3 === 0) names.push(...names.map((name) => `end of quarter: ${name}`))
  if (date.dayOfWeek <= 5) names.push(...movedTo(date.day, date.dayOfWeek, toEnd))
  return names
}

/** Days of the month that are charged on this business day, where weekends move a charge to the Monday after or the Friday before. */
function movedTo(day: number, weekday: number, toEnd: number): string[] {
  const before = weekday === 1 ? Math.min(2, day - 1) : 0
  const after = weekday === 5 ? Math.min(2, toEnd) : 0
  return [
    ...Array.from({ length: before + 1 }, (_, back) => `business day from the ${day - back} on`),
    ...Array.from({ length: after + 1 }, (_, more) => `business day up to the ${day + more}`),
  ]
}

/** Business days among the `days` days that end on this weekday (1 is Monday). */
function businessDaysOf(days: number, lastWeekday: number): number {
  const weekdays = Array.from({ length: days }, (_, back) => ((((lastWeekday - 1 - back) % 7) + 7) % 7) + 1)
  return weekdays.filter((weekday) => weekday <= 5).length
}
