import type { ScanTimes } from '@kept/domain/scan-schedule.ts'
import { nextOccurrence } from '../../reports/next-occurrence.ts'

/** When a schedule is due next, in epoch milliseconds; null when it is turned off. */
export function nextScan({ frequency, weekday, hour, time_zone }: ScanTimes, after: number): number | null {
  if (frequency === 'off') return null
  const time = `${String(hour).padStart(2, '0')}:00`
  return nextOccurrence({ frequency, time, time_zone, weekday: weekday ?? 1, day_of_month: 1 }, after)
}
