/** When a scheduled report is due next. */
import type { ReportSchedule } from '@kept/domain/report.ts'

type Times = Pick<ReportSchedule, 'frequency' | 'time' | 'time_zone' | 'weekday' | 'day_of_month'>

/**
 * The first occurrence after `after`, in epoch milliseconds. A schedule has one occurrence for each of its local days:
 * a time that is skipped when clocks go forward is an hour later, and of one that comes twice the first counts.
 */
export function nextOccurrence(schedule: Times, after: number): number {
  const start = localDay(after, schedule.time_zone)
  // The last occurrence may be on the same local day; then the next one is at most a month away.
  for (let day = start; ; day = nextDay(schedule, day)) {
    if (!isDue(schedule, day)) continue
    const moment = momentOf(schedule, day)
    if (moment > after) return moment
  }
}

/** The local day of an instant, "2026-11-23". */
export function localDayOf(timestamp: number, timeZone: string): string {
  return localDay(timestamp, timeZone).toString()
}

function localDay(timestamp: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO(timeZone).toPlainDate()
}

function isDue({ frequency, weekday, day_of_month }: Times, day: Temporal.PlainDate): boolean {
  if (frequency === 'weekly') return day.dayOfWeek === weekday
  if (frequency === 'monthly') return day.day === Math.min(day_of_month, day.daysInMonth)
  return true
}

function nextDay({ frequency, day_of_month }: Times, day: Temporal.PlainDate): Temporal.PlainDate {
  if (frequency !== 'monthly') return day.add({ days: 1 })
  const last = Math.min(day_of_month, day.daysInMonth)
  return day.day < last ? day.with({ day: last }) : day.with({ day: 1 }).add({ months: 1 }).with({ day: day_of_month })
}

function momentOf({ time, time_zone: timeZone }: Times, day: Temporal.PlainDate): number {
  return day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds
}
