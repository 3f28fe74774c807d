/** When a team works: its zone, its week, its hours, its holidays. All times are local to the zone. */
import * as z from 'zod'
import { defaultCalendar } from './default-calendar.ts'
import { weekdays } from './weekday.ts'

const clockPattern = /^(?:[01]\d|2[0-3]):(?:00|15|30|45)$|^24:00$/
/** "09:00": a local time on the quarter hour, the grid of all that is measured here. */
export const clockSchema = z.string().regex(clockPattern, 'must be a local time on a quarter hour, for example "09:00"')
export const weekdaySchema = z.enum(weekdays)

export const zoneSchema = z
  .string()
  .min(1)
  .max(64)
  .refine(isZone, 'must be an IANA time zone, for example "Europe/Berlin"')

export const workCalendarSchema = z.object({
  time_zone: zoneSchema.default(defaultCalendar.time_zone),
  /** ISO 3166 code of the country whose public holidays count, and a region of it; "" for none. */
  country: z.string().max(2).default(defaultCalendar.country),
  region: z.string().max(20).default(defaultCalendar.region),
  weekend_days: z.array(weekdaySchema).max(7).default(defaultCalendar.weekend_days),
  /** An end before the start is a shift over midnight. */
  work_hours: z.object({ start: clockSchema, end: clockSchema }).default(defaultCalendar.work_hours),
  /** Local dates: public holidays and the company's own. */
  holidays: z.array(z.iso.date()).max(5000).default(defaultCalendar.holidays),
})
export type WorkCalendar = z.infer<typeof workCalendarSchema>
export type WorkCalendarInput = z.input<typeof workCalendarSchema>

/** Minutes from local midnight; "24:00" is the midnight that ends the day. */
export function minutesOfClock(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}

/** "09:00" from minutes; the midnight that ends a day is "24:00". */
export function clockOfMinutes(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Millions of events name the same few zones, and asking is slow: each answer is kept. */
const knownZones = new Map<string, boolean>()

function isZone(name: string): boolean {
  const cached = knownZones.get(name)
  if (cached !== undefined) return cached
  const is = requiresTimeZone(name)
  if (knownZones.size < 2000) knownZones.set(name, is)
  return is
}

function requiresTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
