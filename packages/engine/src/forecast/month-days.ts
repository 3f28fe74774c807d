import type { Calendar } from './ridge-autoregression.ts'

/** What a day's place in its month says about its cost: monthly charges fall on the first, corrections on the last. */
export function monthDays(at: (row: number) => number): Calendar {
  const known = new Map<number, readonly number[]>()
  return (row) => {
    let facts = known.get(row)
    if (!facts) {
      const date = Temporal.Instant.fromEpochMilliseconds(at(row)).toZonedDateTimeISO('UTC')
      facts = [date.day === 1 ? 1 : 0, date.day === 2 ? 1 : 0, date.day === date.daysInMonth ? 1 : 0]
      known.set(row, facts)
    }
    return facts
  }
}
