/** A schedule laid over the week: which of its 672 local quarters an environment is on. */
import type { DayWindow, WeekSchedule } from '@kept/domain/schedule.ts'
import { weekdays } from '@kept/domain/weekday.ts'
import { clockOfMinutes, minutesOfClock } from '@kept/domain/work-calendar.ts'
import { perDay, perWeek } from './quarters.ts'
import type { DayHours } from './solve-schedule.ts'
import { mod } from './team-calendar.ts'

/** Minutes to start before work begins, and the half hour without activity it stays after work ends. */
const leadMinutes = 15
export const tailMinutes = 30

export function weekSchedule(days: readonly (readonly DayHours[])[], timeZone: string): WeekSchedule {
  return {
    time_zone: timeZone,
    windows: dayWindows(days),
    lead_minutes: leadMinutes,
    tail_minutes: tailMinutes,
    start_on_demand: true,
  }
}

export function dayWindows(days: readonly (readonly DayHours[])[]): DayWindow[] {
  return days.flatMap((windows, index) =>
    windows.flatMap(({ from, to }) => {
      // A day that begins at noon can have its window after the midnight in it.
      const day = weekdays[(index + Math.floor(from / 24)) % weekdays.length]
      return day ? [{ day, start_time: clockOfMinutes((from % 24) * 60), end_time: endClock(to) }] : []
    }),
  )
}

function endClock(hour: number): string {
  return clockOfMinutes((hour % 24 === 0 ? 24 : hour % 24) * 60)
}

/** Minutes from the midnight before its start: an end that is not after the start is one of the next day. */
export function minutesOfWindow({ start_time, end_time }: Omit<DayWindow, 'day'>): { from: number; to: number } {
  const [from, to] = [minutesOfClock(start_time), minutesOfClock(end_time)]
  return { from, to: to <= from ? to + 1440 : to }
}

/** 1 where it is on, lead and tail included; they run over midnight, and over the week's end. */
export function weekPlan({ windows, lead_minutes, tail_minutes }: WeekSchedule): Uint8Array {
  return planOf(windows, Math.ceil(lead_minutes / 15), Math.ceil(tail_minutes / 15))
}

/** 1 in the windows themselves: what coverage is counted by. */
export function windowPlan(windows: readonly DayWindow[]): Uint8Array {
  return planOf(windows, 0, 0)
}

function planOf(windows: readonly DayWindow[], lead: number, tail: number): Uint8Array {
  const plan = new Uint8Array(perWeek)
  for (const { day, ...clocks } of windows) {
    const midnight = weekdays.indexOf(day) * perDay
    const minutes = minutesOfWindow(clocks)
    const from = midnight + minutes.from / 15 - lead
    const to = midnight + minutes.to / 15 + tail
    for (let quarter = from; quarter < to; quarter += 1) plan[mod(quarter, perWeek)] = 1
  }
  return plan
}
