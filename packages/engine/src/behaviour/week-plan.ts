/** A schedule laid over the week: which of its 672 local quarters an environment is on. */
import type { DayWindow, WeekSchedule } from '@kept/domain/schedule.ts'
import { clockOfMinutes, minutesOfClock, weekdays } from '@kept/domain/work-calendar.ts'
import { perDay, perWeek } from './quarters.ts'
import type { DayHours } from './solve-schedule.ts'
import { mod } from './team-calendar.ts'

/** Minutes to start before work begins, and the half hour without activity it stays after work ends. */
export const leadMinutes = 15
export const tailMinutes = 30

export function weekSchedule(days: readonly DayHours[], timezone: string): WeekSchedule {
  return {
    timezone,
    windows: dayWindows(days),
    lead_minutes: leadMinutes,
    tail_minutes: tailMinutes,
    start_on_demand: true,
  }
}

export function dayWindows(days: readonly DayHours[]): DayWindow[] {
  return days.flatMap(({ from, to }, index) => {
    const day = weekdays[index]
    if (!day || to <= from) return []
    return [{ day, start_time: clockOfMinutes(from * 60), end_time: clockOfMinutes(to * 60) }]
  })
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
  for (const { day, start_time, end_time } of windows) {
    const midnight = weekdays.indexOf(day) * perDay
    const from = midnight + minutesOfClock(start_time) / 15 - lead
    const to = midnight + minutesOfClock(end_time) / 15 + tail
    for (let at = from; at < to; at += 1) plan[mod(at, perWeek)] = 1
  }
  return plan
}
