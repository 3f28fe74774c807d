/** Months of days in milliseconds since 1970, UTC. */
import { day } from '@kept/domain/series.ts'

const dateOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC')

/** The first moment of the month so many months after that of `at`. */
export const monthStart = (at: number, months = 0): number =>
  dateOf(at).with({ day: 1 }).startOfDay().add({ months }).epochMilliseconds

export const lastDayOf = (at: number): number => monthStart(at, 1) - day

/** Where in its month a charge falls: counted from the end on its last day, which months of any length have. */
export interface MonthPlace {
  day: number
  isLast: boolean
}

export function monthPlace(at: number): MonthPlace {
  return { day: dateOf(at).day, isLast: at === lastDayOf(at) }
}

/** The day of that place in the month of `at`; the 31st is the last day of a shorter month. */
export function dayAt(at: number, place: MonthPlace): number {
  const last = lastDayOf(at)
  return place.isLast ? last : Math.min(last, monthStart(at) + (place.day - 1) * day)
}
