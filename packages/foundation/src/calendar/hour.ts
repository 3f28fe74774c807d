/**
 * Hours: savings are counted on the UTC clock, one hour after the other, as whole hours since 1970. On the wire an hour
 * is its ISO instant ("2026-09-01T13:00:00Z"), in the arithmetic a number.
 */
export type Hour = number

const millisecondsPerHour = 3_600_000

export function toHour(text: string): Hour {
  return Math.floor(Temporal.Instant.from(text).epochMilliseconds / millisecondsPerHour)
}

export function fromHour(hour: Hour): string {
  return Temporal.Instant.fromEpochMilliseconds(hour * millisecondsPerHour).toString()
}

/** The first hour of a month, and the first hour after it. */
export function hoursOfMonth(month: string): { from: Hour; to: Hour } {
  const start = Temporal.PlainYearMonth.from(month)
  const hour = (day: Temporal.PlainYearMonth) => toHour(`${day.toString()}-01T00:00:00Z`)
  return { from: hour(start), to: hour(start.add({ months: 1 })) }
}

export function monthOfHour(hour: Hour): string {
  return fromHour(hour).slice(0, 7)
}

/** The hour of the local week of a place, 0 (Monday, midnight) to 167, and what its clock and calendar say. */
interface LocalHour {
  readonly hourOfWeek: number
  readonly hourOfDay: number
  /** 0 is Monday. */
  readonly dayOfWeek: number
}

const clocks = new Map<string, (hour: Hour) => LocalHour>()

/**
 * The local clock of a time zone. Each hour is worked out once: a month asks for the same few hundred again for every
 * one of thousands of resources.
 */
export function localClock(timeZone: string): (hour: Hour) => LocalHour {
  const clock = clocks.get(timeZone) ?? makeClock(timeZone)
  clocks.set(timeZone, clock)
  return clock
}

function makeClock(timeZone: string): (hour: Hour) => LocalHour {
  const cache = new Map<Hour, LocalHour>()
  return (hour) => {
    const cached = cache.get(hour)
    if (cached) return cached
    const local = Temporal.Instant.fromEpochMilliseconds(hour * millisecondsPerHour).toZonedDateTimeISO(timeZone)
    const dayOfWeek = local.dayOfWeek - 1
    const localHour = { hourOfWeek: dayOfWeek * 24 + local.hour, hourOfDay: local.hour, dayOfWeek }
    cache.set(hour, localHour)
    return localHour
  }
}
