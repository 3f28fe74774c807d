/** Calendar months as text, "2018-10", and the months of days. */
import { daysBetween, eachDay } from './day.ts'

/** The month `months` later than the month of `text`, which is a month or a day. */
export function addMonths(text: string, months: number): string {
  const count = monthNumber(text) + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((((count % 12) + 12) % 12) + 1).padStart(2, '0')}`
}

/** First day of the month `months` later than the month of `text`, which is a month or a day. */
export function startOfMonth(text: string, months = 0): string {
  return `${addMonths(text, months)}-01`
}

/** From the month of one day to the month of another; negative when `to` is earlier. */
export function monthsBetween(from: string, to: string): number {
  return monthNumber(to) - monthNumber(from)
}

/** How many calendar months a span of days is: January is one, its first 15 and a half days are a half. */
export function calendarMonthsIn({ from, to }: { from: string; to: string }): number {
  const daysByMonth = new Map<string, number>()
  for (const day of eachDay(from, to)) daysByMonth.set(day.slice(0, 7), (daysByMonth.get(day.slice(0, 7)) ?? 0) + 1)
  return [...daysByMonth].reduce(
    (months, [month, days]) => months + days / daysBetween(startOfMonth(month), startOfMonth(month, 1)),
    0,
  )
}

function monthNumber(text: string): number {
  return Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1
}
