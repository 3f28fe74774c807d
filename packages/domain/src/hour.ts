/** Schemas of hours, months and time zones. */
import { fromHour, toHour } from '@kept/foundation/calendar/hour.ts'
import * as z from 'zod'

const hourPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:00:00Z$/

/** A full hour of UTC as text. */
export const hourSchema = z
  .string()
  .regex(hourPattern, 'must be a full hour of UTC, such as "2026-09-01T13:00:00Z"')
  .refine(isInstant, 'must be an hour that exists')

/** A calendar month of UTC, "2026-09". */
export const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, such as "2026-09"')
export type Month = z.infer<typeof monthSchema>

/** A name of the time zone database, or "UTC". */
export const timeZoneSchema = z.string().refine(isTimeZone, 'must be a time zone, such as "Europe/Berlin"')

/** Temporal also takes the zone of a complete time, "2026-01-01T00:00Z", and an offset. */
const zoneName = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/

function isTimeZone(name: string): boolean {
  if (!zoneName.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

function isInstant(text: string): boolean {
  try {
    return fromHour(toHour(text)) === text
  } catch {
    return false
  }
}
