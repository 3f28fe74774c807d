/** The local time of a time zone for every quarter hour of UTC, from the zone itself: the reference for an analysis. */

import { weekdays } from '@kept/domain/weekday.ts'
import { minutesOfClock, type WorkCalendar } from '@kept/domain/work-calendar.ts'

type KindOfTime = 'holiday' | 'weekend' | 'after_hours' | 'work_hours'

export interface LocalQuarter {
  /** Identifies the local hour, distinct for the two hours of a clock change: "2026-10-25 2 +02:00". */
  hourName: string
  date: string
  /** 0 is Monday. */
  weekday: number
  hour: number
  kind: KindOfTime
}

export const quarterMs = 900_000
export const quartersPerDay = 96

export function localQuarters(calendar: WorkCalendar, firstDay: string, days: number): LocalQuarter[] {
  const start = Temporal.Instant.from(`${firstDay}T00:00Z`).epochMilliseconds
  return Array.from({ length: days * quartersPerDay }, (_, index) => {
    const local = Temporal.Instant.fromEpochMilliseconds(start + index * quarterMs).toZonedDateTimeISO(
      calendar.time_zone,
    )
    const date = local.toPlainDate().toString()
    const weekday = local.dayOfWeek - 1
    return {
      hourName: `${date} ${local.hour} ${local.offset}`,
      date,
      weekday,
      hour: local.hour,
      kind: kindOf(calendar, date, weekday, local.hour * 60 + local.minute),
    }
  })
}

function kindOf(calendar: WorkCalendar, date: string, weekday: number, minute: number): KindOfTime {
  if (calendar.holidays.includes(date)) return 'holiday'
  if (calendar.weekend_days.some((name) => weekdays.indexOf(name) === weekday)) return 'weekend'
  const [start, end] = [minutesOfClock(calendar.work_hours.start), minutesOfClock(calendar.work_hours.end)]
  const works = start < end ? minute >= start && minute < end : minute >= start || minute < end
  return works ? 'work_hours' : 'after_hours'
}
