/** Formats days of the API ("2018-10-03"). Days are in UTC, as in the bill, and are never converted. */
import { addDays, toDayNumber } from '../calendar/day.ts'
import { dayMs } from '../calendar/instant.ts'
import { startOfMonth } from '../calendar/month.ts'

const locale = 'en-US'
const utc = { timeZone: 'UTC' } as const

const formatDate = new Intl.DateTimeFormat(locale, { ...utc, day: 'numeric', month: 'short', year: 'numeric' })
const shortDateFormat = new Intl.DateTimeFormat(locale, { ...utc, day: 'numeric', month: 'short' })
const weekdayFormat = new Intl.DateTimeFormat(locale, { ...utc, weekday: 'short', day: 'numeric', month: 'short' })
const monthFormat = new Intl.DateTimeFormat(locale, { ...utc, month: 'long', year: 'numeric' })
const shortMonthFormat = new Intl.DateTimeFormat(locale, { ...utc, month: 'short', year: 'numeric' })

/** Midnight UTC of a day, in milliseconds since 1970. */
function atMidnight(day: string): number {
  return toDayNumber(day) * dayMs
}

/** "Oct 3, 2018" */
export function formatDay(day: string): string {
  return formatDate.format(atMidnight(day))
}

/** "Oct 3" */
export function formatDayShort(day: string): string {
  return shortDateFormat.format(atMidnight(day))
}

/** "Wed, Oct 3" */
export function formatWeekday(day: string): string {
  return weekdayFormat.format(atMidnight(day))
}

/** "October 2018" */
export function formatMonth(day: string): string {
  return monthFormat.format(atMidnight(day))
}

/** "Oct 2018" */
export function formatMonthShort(day: string): string {
  return shortMonthFormat.format(atMidnight(day))
}

/** Formats a window with exclusive end: "October 2018", "Oct 1 – 15, 2018", or "2018". */
export function formatWindow(from: string, to: string): string {
  if (from === startOfMonth(from) && to === startOfMonth(from, 1)) return formatMonth(from)
  if (from.endsWith('-01-01') && to === `${Number(from.slice(0, 4)) + 1}-01-01`) return from.slice(0, 4)
  const last = addDays(to, -1)
  if (last <= from) return formatDay(from)
  if (from === startOfMonth(from) && to === startOfMonth(to)) return monthSpan(from, last)
  return formatDate.formatRange(atMidnight(from), atMidnight(last)).replaceAll(/\s*[–-]\s*/g, ' – ')
}

/** Formats a window for a sentence: "in October 2018" or "from Oct 1 to 15, 2018". */
export function inWindow(from: string, to: string): string {
  const text = formatWindow(from, to)
  if (!text.includes('–')) return /^\d|^[A-Z][a-z]+ \d{4}$/.test(text) ? `in ${text}` : `on ${text}`
  return `from ${text.replace(' – ', ' to ')}`
}

function monthSpan(from: string, last: string): string {
  return shortMonthFormat.formatRange(atMidnight(from), atMidnight(last)).replaceAll(/\s*[–-]\s*/g, ' – ')
}
