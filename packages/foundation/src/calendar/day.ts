/**
 * Days of the calendar as text, "2018-10-31", and arithmetic on them without a time zone. Counts days since 1 March of
 * the year 0: rules ask a million times for a large bill, and a calendar object each time would take longer than the
 * rules. Text is not validated; longer text such as an instant counts by its first ten characters.
 */

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return toDayNumber(to) - toDayNumber(from)
}

export function addDays(day: string, days: number): string {
  return fromDayNumber(toDayNumber(day) + days)
}

/** Every day from `from` up to and without `to`. */
export function eachDay(from: string, to: string): string[] {
  const first = toDayNumber(from)
  return Array.from({ length: Math.max(0, toDayNumber(to) - first) }, (_, i) => fromDayNumber(first + i))
}

/** Day of the week: 0 is Monday, 6 is Sunday. */
export function weekdayOf(day: string): number {
  // 1970-01-01 was a Thursday.
  return (((toDayNumber(day) + 3) % 7) + 7) % 7
}

/** 1970-01-01 counted from the first of March of the year 0. */
const epochDay = 719_468

// A year that begins in March ends with its leap day: 153 days are any five months of it, 146,097 are 400 years.

/** Days since 1970-01-01. */
export function toDayNumber(day: string): number {
  const month = Number(day.slice(5, 7))
  const year = Number(day.slice(0, 4)) - (month < 3 ? 1 : 0)
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + Number(day.slice(8, 10)) - 1
  return year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + dayOfYear - epochDay
}

/** The day that is this many days after 1970-01-01. */
export function fromDayNumber(number: number): string {
  const days = number + epochDay
  const era = Math.floor(days / 146_097)
  const dayOfEra = days - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const march = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * march + 2) / 5) + 1
  const month = march < 10 ? march + 3 : march - 9
  const year = yearOfEra + era * 400 + (month < 3 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
