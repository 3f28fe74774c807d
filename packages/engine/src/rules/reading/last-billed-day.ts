import type { FactWindow } from '@kept/domain/facts.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'

/** The bill's own last day, not the calendar's: a bill delivered at noon must not look like a fall to zero. */
export function lastBilledDay(rows: readonly { day: string }[], window: FactWindow): string {
  const last = rows.reduce((latest, { day }) => (day > latest ? day : latest), '')
  const end = addDays(window.to, -1)
  return last && last < end ? last : end
}
