/** Months of days in milliseconds since 1970, UTC. */
import { day } from '@kept/domain/series.ts'

/** The first moment of the month so many months after that of `at`. Without Temporal: forecasts ask for thousands. */
export function monthStart(timestamp: number, months = 0): number {
  const date = new Date(timestamp)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
}

export const lastDayOf = (timestamp: number): number => monthStart(timestamp, 1) - day

/** Where in its month a charge falls: counted from the end on its last day, which months of any length have. */
interface MonthPosition {
  day: number
  isLast: boolean
}

export function monthPosition(timestamp: number): MonthPosition {
  return { day: new Date(timestamp).getUTCDate(), isLast: timestamp === lastDayOf(timestamp) }
}

/** The day of that place in the month of `at`; the 31st is the last day of a shorter month. */
export function dayAt(timestamp: number, position: MonthPosition): number {
  const last = lastDayOf(timestamp)
  return position.isLast ? last : Math.min(last, monthStart(timestamp) + (position.day - 1) * day)
}
