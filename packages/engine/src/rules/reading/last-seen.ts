import type { FactWindow } from '@kept/domain/facts.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'

/** Bills arrive up to two days late: silence for longer means the thing was removed, and nothing is left to save. */
export const goneAfterDays = 3

export function stillThere(lastDay: string, window: FactWindow): boolean {
  return daysBetween(lastDay, window.to) <= goneAfterDays
}
