import type { Positions } from './calendar-effects.ts'

/** Days and business days from the end of a month, and from its beginning, that are a position of their own. */
const [fromEnd, business] = [5, 4]

/** Where days lie in their month: by date, from its end, by business days, and by the quarter. */
export function monthPositions(timeAt: (row: number) => number): Positions {
  const cache = new Map<number, readonly string[]>()
  return (row) => {
    const cached = cache.get(row)
    if (cached) return cached
    const names = namesOf(timeAt(row))
    cache.set(row, names)
    return names
  }
}

function namesOf(timestamp: number): string[] {
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
    const since = date.dayOfWeek === 1 ? Math.min(2, date.day - 1) : 0
    for (let back = 0; back <= since; back += 1) names.push(`business day from the ${date.day - back} on`)
    const until = date.dayOfWeek === 5 ? Math.min(2, toEnd) : 0
    for (let more = 0; more <= until; more += 1) names.push(`business day up to the ${date.day + more}`)
  }
  if (date.month % 3 === 1) names.push(...names.map((name) => `quarter: ${name}`))
  if (date.month % 3 === 0) names.push(...names.map((name) => `end of quarter: ${name}`))
  return names
}

/** Business days among the `days` days that end on this weekday (1 is Monday). */
function businessDaysOf(days: number, lastWeekday: number): number {
  const weekdays = Array.from({ length: days }, (_, back) => ((((lastWeekday - 1 - back) % 7) + 7) % 7) + 1)
  return weekdays.filter((weekday) => weekday <= 5).length
}
