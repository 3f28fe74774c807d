/**
 * Arithmetic on UTC days written "2018-10-31", by counting days since 1 March of the year 0: rules ask it a million
 * times for a large bill, and a calendar object each time would take longer than the rules.
 */

/** Days from `from` to `to`; negative when `to` lies before. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from)
}

export function addDays(day: string, days: number): string {
  return dayOf(dayNumber(day) + days)
}

/** Every day from `from` up to and without `to`. */
export function eachDay(from: string, to: string): string[] {
  const first = dayNumber(from)
  return Array.from({ length: Math.max(0, dayNumber(to) - first) }, (_, i) => dayOf(first + i))
}

/** How many calendar months a span is: January is one, its first 15 and a half days are a half. */
export function monthsIn({ from, to }: { from: string; to: string }): number {
  const daysOf = new Map<string, number>()
  for (const day of eachDay(from, to)) daysOf.set(day.slice(0, 7), (daysOf.get(day.slice(0, 7)) ?? 0) + 1)
  return [...daysOf].reduce((months, [month, days]) => months + days / daysInMonth(month), 0)
}

function daysInMonth(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`
  return daysBetween(`${month}-01`, next)
}

// A year that begins in March ends with its leap day: 153 days are any five months of it, 146,097 are 400 years.

function dayNumber(day: string): number {
  const month = Number(day.slice(5, 7))
  const year = Number(day.slice(0, 4)) - (month < 3 ? 1 : 0)
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + Number(day.slice(8, 10)) - 1
  return year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + ofYear
}

function dayOf(number: number): string {
  const era = Math.floor(number / 146_097)
  const inEra = number - era * 146_097
  const yearOfEra = Math.floor(
    (inEra - Math.floor(inEra / 1_460) + Math.floor(inEra / 36_524) - Math.floor(inEra / 146_096)) / 365,
  )
  const ofYear = inEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const march = Math.floor((5 * ofYear + 2) / 153)
  const day = ofYear - Math.floor((153 * march + 2) / 5) + 1
  const month = march < 10 ? march + 3 : march - 9
  const year = yearOfEra + era * 400 + (month < 3 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
