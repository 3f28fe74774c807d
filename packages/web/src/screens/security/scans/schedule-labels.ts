import type { ScanSchedule } from '@kept/contract/routes/security-scans.ts'

export const weekdayLabels = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** "Every Monday at 06:00, Europe/Berlin". */
export function describeSchedule({ frequency, weekday, hour, time_zone }: ScanSchedule): string {
  if (frequency === 'off') return 'Not scanned by schedule'
  const time = `${String(hour).padStart(2, '0')}:00, ${time_zone}`
  return frequency === 'weekly' ? `Every ${weekdayLabels[(weekday ?? 1) - 1]} at ${time}` : `Every day at ${time}`
}
