import { formatDay } from '@kept/foundation/format/day.ts'

/** "Nov 25, 2026" of a day or an instant, in UTC as on the bill. */
export function dayOf(time: string | null | undefined): string {
  return time ? formatDay(time.slice(0, 10)) : ''
}
