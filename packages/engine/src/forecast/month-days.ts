import type { Calendar } from './ridge-autoregression.ts'

/** What a day's place in its month says about its cost: monthly charges fall on the first, corrections on the last. */
export function monthDays(timeAt: (row: number) => number): Calendar {
  const cache = new Map<number, readonly number[]>()
  return (row) => {
    let facts = cache.get(row)
    if (!facts) {
      const date = Temporal.Instant.fromEpochMilliseconds(timeAt(row)).toZonedDateTimeISO('UTC')
      facts = [date.day === 1 ? 1 : 0, date.day === 2 ? 1 : 0, date.day === date.daysInMonth ? 1 : 0]
      cache.set(row, facts)
    }
    return facts
  }
}

export const monthLength = (timestamp: number): number =>
  Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO('UTC').daysInMonth
