/** The days that a question is about, as people name them. */
import { addDays, weekdayOf } from '@kept/foundation/calendar/day.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { isKeyOf } from '@kept/foundation/narrow.ts'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'

interface Period {
  label: string
  /** `to` is exclusive. */
  window: DayWindow
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthPattern =
  /\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?: (\d{4}))?\b/
const unitDays = { day: 1, week: 7 } as const

/** `text` is in lower case; `today` is "2026-11-26". A month without a year is the latest one that has begun. */
export function readPeriod(text: string, today: string): Period | null {
  return readNamed(text, today) ?? readCounted(text, today) ?? readMonth(text, today)
}

function readNamed(text: string, today: string): Period | null {
  const tomorrow = addDays(today, 1)
  const monday = addDays(today, -weekdayOf(today))
  const year = today.slice(0, 4)
  const previousYear = String(Number(year) - 1)
  const named: [RegExp, string, string, string][] = [
    [/\btoday\b/, 'today', today, tomorrow],
    [/\byesterday\b/, 'yesterday', addDays(today, -1), today],
    [/\bthis week\b/, 'this week', monday, tomorrow],
    [/\b(last|previous) week\b/, 'last week', addDays(monday, -7), monday],
    [/\bthis month\b/, formatMonth(today), startOfMonth(today), startOfMonth(today, 1)],
    [/\b(last|previous) month\b/, formatMonth(startOfMonth(today, -1)), startOfMonth(today, -1), startOfMonth(today)],
    [/\bthis year\b/, year, `${year}-01-01`, tomorrow],
    [/\blast year\b/, previousYear, `${previousYear}-01-01`, `${year}-01-01`],
  ]
  const match = named.find(([pattern]) => pattern.test(text))
  return match ? { label: match[1], window: { from: match[2], to: match[3] } } : null
}

function readCounted(text: string, today: string): Period | null {
  const [, digits, unit] = /\b(?:last|past|previous) (\d{1,3}) (day|week|month)s?\b/.exec(text) ?? []
  const count = Number(digits)
  if (!unit || count === 0) return null
  const label = `last ${count} ${unit}${count === 1 ? '' : 's'}`
  if (unit === 'month') return { label, window: { from: startOfMonth(today, 1 - count), to: startOfMonth(today, 1) } }
  if (!isKeyOf(unitDays, unit)) return null
  const days = count * unitDays[unit]
  return { label, window: { from: addDays(today, -days), to: today } }
}

function readMonth(text: string, today: string): Period | null {
  const [, name, typedYear] = monthPattern.exec(text) ?? []
  if (!name) return null
  const month = String(monthNames.indexOf(name.slice(0, 3)) + 1).padStart(2, '0')
  const thisYear = Number(today.slice(0, 4))
  const year = typedYear ?? String(`${thisYear}-${month}` > today.slice(0, 7) ? thisYear - 1 : thisYear)
  const from = `${year}-${month}-01`
  return { label: formatMonth(from), window: { from, to: startOfMonth(from, 1) } }
}
