/** Months of days in milliseconds since 1970, UTC. */
import { day } from '@kept/domain/series.ts'
import { remembered } from '../remembered.ts'

interface MonthOfDay {
  /** Months since January 1970. */
  index: number
  /** From 1. */
  day: number
}

// A forecast asks hundreds of thousands of times, of a few thousand days.
const monthOf = remembered((timestamp): MonthOfDay => {
  const { year, month, day } = Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO('UTC')
  return { index: (year - 1970) * 12 + month - 1, day }
})
const startOf = remembered(
  (index) => Temporal.PlainDate.from('1970-01-01').add({ months: index }).toZonedDateTime('UTC').epochMilliseconds,
)

/** The first moment of the month so many months after that of `timestamp`. */
export const monthStart = (timestamp: number, months = 0): number => startOf(monthOf(timestamp).index + months)

export const lastDayOf = (timestamp: number): number => monthStart(timestamp, 1) - day

/** Where in its month a charge falls: counted from the end on its last day, which months of any length have. */
interface MonthPosition {
  day: number
  isLast: boolean
}

export function monthPosition(timestamp: number): MonthPosition {
  return { day: monthOf(timestamp).day, isLast: timestamp === lastDayOf(timestamp) }
}

/** The day of that place in the month of `at`; the 31st is the last day of a shorter month. */
export function dayAt(timestamp: number, position: MonthPosition): number {
  const last = lastDayOf(timestamp)
  return position.isLast ? last : Math.min(last, monthStart(timestamp) + (position.day - 1) * day)
}
