/** Schedules in words. */
import type { ReportSchedule } from '@kept/domain/report.ts'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** "Every Monday at 08:00, Europe/Berlin." */
export function describeSchedule(schedule: ReportSchedule | null): string {
  if (!schedule) return 'Not scheduled.'
  const { frequency, time, time_zone, weekday, day_of_month } = schedule
  const days = {
    daily: 'Every day',
    weekly: `Every ${weekdays[weekday - 1]}`,
    monthly: day_of_month === 31 ? 'On the last day of each month' : `On day ${day_of_month} of each month`,
  }[frequency]
  return `${days} at ${time}, ${time_zone}${schedule.enabled ? '' : ' (paused)'}.`
}
