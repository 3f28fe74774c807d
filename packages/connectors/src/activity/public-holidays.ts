/** Public holidays of a country and region, as local dates, for a team's calendar. */
import { badInput } from '@kept/domain/errors.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import Holidays from 'date-holidays'

interface PublicHolidays {
  /**
   * "2026-12-25", sorted. A holiday that begins in the evening or lasts several days contributes every day it touches.
   */
  dates: string[]
  /** Set when the country's holidays are unknown: not the same as a country without holidays. */
  skip_reasons: string | null
}

/** Years from the first to the last, both included. `region` is a state, or a state and a region: "BY", "BY-A". */
export function publicHolidays(country: string, region: string, firstYear: number, lastYear: number): PublicHolidays {
  const [state, ...subdivisions] = region.split('-')
  const countries = new Holidays().getCountries()
  const code = country.toUpperCase()
  if (!countries[code]) {
    return { dates: [], skip_reasons: `Kept has no public holidays for "${country}". List the team's own holidays.` }
  }
  const states: Record<string, string> = new Holidays().getStates(code) ?? {}
  if (state && !states[state.toUpperCase()]) {
    throw badInput(
      `Kept has no holidays for the region "${region}" of ${code}${describeKnown(Object.keys(states))}. Leave it out, or choose one of them.`,
    )
  }
  const calendar = new Holidays(code, state?.toUpperCase() ?? '', subdivisions.join('-').toUpperCase())
  const dates = new Set<string>()
  for (let year = firstYear; year <= lastYear; year += 1) {
    for (const { type, date, start, end } of calendar.getHolidays(year)) {
      if (type !== 'public') continue
      for (const day of daysOf(date, end.getTime() - start.getTime())) dates.add(day)
    }
  }
  return { dates: [...dates].sort(), skip_reasons: null }
}

/** `date` is the local wall clock at which it begins; a holiday of 24 hours is one day everywhere. */
function daysOf(date: string, lengthMs: number): string[] {
  // A day with a clock change is 23 or 25 hours long and still one day.
  const days = Math.max(1, Math.round(lengthMs / dayMs))
  return Array.from({ length: days }, (_, i) => addDays(date, i))
}

function describeKnown(codes: string[]): string {
  return codes.length === 0 ? '' : ` (${codes.join(', ')})`
}

interface KnownCountry {
  code: string
  name: string
  regions: { code: string; name: string }[]
}

/** Countries and regions whose public holidays are known, by name. */
export function knownCountries(): KnownCountry[] {
  const holidays = new Holidays()
  const toEntries = (namesByCode: Record<string, string> | undefined) =>
    Object.entries(namesByCode ?? {})
      .map(([code, name]) => ({ code, name }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return toEntries(holidays.getCountries('en')).map(({ code, name }) => ({
    code,
    name,
    regions: toEntries(holidays.getStates(code, 'en')),
  }))
}
