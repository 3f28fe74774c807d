/** Months of days in milliseconds since 1970, UTC. */
import { day } from '@kept/domain/series.ts'

const dateOf = (timestamp: number) => Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO('UTC')

/** The first moment of the month so many months after that of `at`. */
export const monthStart = (timestamp: number, months = 0): number =>
  dateOf(timestamp).with({ day: 1 }).startOfDay().add({ months }).epochMilliseconds

export const lastDayOf = (timestamp: number): number => monthStart(timestamp, 1) - day

/** Where in its month a charge falls: counted from the end on its last day, which months of any length have. */
interface MonthPosition {
  day: number
  isLast: boolean
}

export function monthPosition(timestamp: number): MonthPosition {
  return { day: dateOf(timestamp).day, isLast: timestamp === lastDayOf(timestamp) }
}

/** The day of that place in the month of `at`; the 31st is the last day of a shorter month. */
export function dayAt(timestamp: number, position: MonthPosition): number {
  const last = lastDayOf(timestamp)
  return position.isLast ? last : Math.min(last, monthStart(timestamp) + (position.day - 1) * day)
}
