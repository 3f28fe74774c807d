import { remembered } from './remembered.ts'
import type { Calendar } from './ridge-autoregression.ts'

const dateAt = (timestamp: number) => Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO('UTC')

const factsAt = remembered((timestamp): readonly number[] => {
  const date = dateAt(timestamp)
  return [date.day === 1 ? 1 : 0, date.day === 2 ? 1 : 0, date.day === date.daysInMonth ? 1 : 0]
})

/** What a day's place in its month says about its cost: monthly charges fall on the first, corrections on the last. */
export const monthDays =
  (timeAt: (row: number) => number): Calendar =>
  (row) =>
    factsAt(timeAt(row))

export const monthLength: (timestamp: number) => number = remembered((timestamp) => dateAt(timestamp).daysInMonth)
