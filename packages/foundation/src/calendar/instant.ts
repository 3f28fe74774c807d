/** The UTC calendar day of an instant. */
import { fromDayNumber } from './day.ts'

/** Milliseconds of a UTC day. */
export const dayMs = 86_400_000

/** An instant: a `Date`, or milliseconds since 1970. */
type Instant = number | { getTime(): number }

/** "2018-10-31", in UTC. */
export function utcDay(instant: Instant): string {
  return fromDayNumber(Math.floor((typeof instant === 'number' ? instant : instant.getTime()) / dayMs))
}

/** "2018-10", in UTC. */
export function utcMonth(instant: Instant): string {
  return utcDay(instant).slice(0, 7)
}

/** Milliseconds since 1970 of an ISO instant, "2018-10-31T08:00:00Z". Throws where it is none. */
export function epochMs(instant: string): number {
  return Temporal.Instant.from(instant).epochMilliseconds
}
