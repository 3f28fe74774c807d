/** Calendar arithmetic: weeks start on Monday, and days are texts such as "2018-10-03". */
import { addDays, weekdayOf } from '@kept/foundation/calendar/day.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'

interface CalendarDay {
  day: string
  /** Whether the day is in the month; other days fill the first and last week. */
  inMonth: boolean
}

/** Returns the weeks of a month. */
export function weeksOf(month: string): CalendarDay[][] {
  const first = startOfMonth(month)
  const next = startOfMonth(month, 1)
  const weekday = weekdayOf(first)
  const weeks: CalendarDay[][] = []
  for (let monday = addDays(first, -weekday); monday < next; monday = addDays(monday, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const day = addDays(monday, index)
        return { day, inMonth: day >= first && day < next }
      }),
    )
  }
  return weeks
}

/** Returns the day that a key moves to; null for other keys. */
export function stepFrom(day: string, key: string): string | null {
  const weekday = weekdayOf(day)
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekday)
    case 'End':
      return addDays(day, 6 - weekday)
    case 'PageUp':
      return sameDayOf(day, -1)
    case 'PageDown':
      return sameDayOf(day, 1)
    default:
      return null
  }
}

/** The same day in another month, or its last day: January 31 becomes February 28. */
function sameDayOf(day: string, months: number): string {
  const last = addDays(startOfMonth(day, months + 1), -1)
  const candidate = `${last.slice(0, 8)}${day.slice(8)}`
  return candidate < last ? candidate : last
}

/** Selects a range: the first click starts it, the second ends it, in either order. Both ends are inclusive. */
export function pressDay(started: string | null, pressed: string): { started: string | null; range: [string, string] } {
  if (started === null) return { started: pressed, range: [pressed, pressed] }
  return { started: null, range: started <= pressed ? [started, pressed] : [pressed, started] }
}
