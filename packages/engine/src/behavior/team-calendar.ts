/** A team's calendar laid over the grid: for each quarter of UTC what hour, day and kind of time it is for the team. */

import { weekdays } from '@kept/domain/weekday.ts'
import { minutesOfClock, type WorkCalendar } from '@kept/domain/work-calendar.ts'
import { fromDayNumber } from '@kept/foundation/calendar/day.ts'
import { perDay, perHour, type QuarterSpan } from './quarters.ts'
import { zoneOffsets } from './zone-offsets.ts'

/** The kinds of hours, in the order in which waste is classified: the first match. */
export const kinds = { holiday: 0, weekend: 1, afterHours: 2, workHours: 3 } as const

export interface TeamCalendar {
  readonly timeZone: string
  readonly span: QuarterSpan
  /** One of `kinds` for each quarter of the span. */
  readonly kind: Uint8Array
  /** Local quarter of the week: Monday 00:00 is 0, Sunday 23:45 is 671. */
  readonly weekSlot: Uint16Array
  /** Local day, as days since 1970. */
  readonly day: Int32Array
  /**
   * Which local hour of the span a quarter belongs to, counted from 0. An hour that a clock change shortens or
   * repeats is an hour of its own, so that days of 23 and 25 hours lose and gain nothing.
   */
  readonly hour: Int32Array
  readonly hours: number
}

/** 1 January 1970 was a Thursday. */
const weekdayOfFirst = 3

export function teamCalendar(settings: WorkCalendar, span: QuarterSpan): TeamCalendar {
  const length = span.to - span.from
  const kind = new Uint8Array(length)
  const weekSlot = new Uint16Array(length)
  const day = new Int32Array(length)
  const hour = new Int32Array(length)
  const isHoliday = lookUp(new Set(settings.holidays), fromDayNumber)
  const isWeekend = weekdays.map((name) => settings.weekend_days.includes(name))
  const isWork = workQuarters(settings.work_hours)
  let hours = 0
  for (const { from, to, offset } of zoneOffsets(settings.time_zone, span)) {
    let hourBefore = Number.NaN
    for (let quarter = from; quarter < to; quarter += 1) {
      const index = quarter - span.from
      const local = quarter + offset
      const localDay = Math.floor(local / perDay)
      const weekday = mod(localDay + weekdayOfFirst, 7)
      const ofDay = local - localDay * perDay
      const localHour = Math.floor(local / perHour)
      if (localHour !== hourBefore) hours += 1
      hourBefore = localHour
      hour[index] = hours - 1
      day[index] = localDay
      weekSlot[index] = weekday * perDay + ofDay
      kind[index] = isHoliday(localDay)
        ? kinds.holiday
        : isWeekend[weekday]
          ? kinds.weekend
          : isWork[ofDay]
            ? kinds.workHours
            : kinds.afterHours
    }
  }
  return { timeZone: settings.time_zone, span, kind, weekSlot, day, hour, hours }
}

/** Which quarters of a day are working time; a shift over midnight has its end before its start. */
function workQuarters({ start, end }: WorkCalendar['work_hours']): boolean[] {
  const [from, to] = [minutesOfClock(start) / 15, minutesOfClock(end) / 15]
  return Array.from({ length: perDay }, (_, quarter) =>
    from < to ? quarter >= from && quarter < to : quarter >= from || quarter < to,
  )
}

/** Asked for each quarter, answered once a day. */
function lookUp(dates: ReadonlySet<string>, dateOf: (day: number) => string): (day: number) => boolean {
  let lastDay = Number.NaN
  let answer = false
  return (day) => {
    if (day !== lastDay) {
      lastDay = day
      answer = dates.size > 0 && dates.has(dateOf(day))
    }
    return answer
  }
}

/** Never negative, as the hours of a clock. */
export function mod(a: number, b: number): number {
  return ((a % b) + b) % b
}
