/** A schedule as the hours of the local week that are switched off: what the savings ledger counts by. */
import type { OffMask } from '@kept/domain/action.ts'
import type { WeekSchedule } from '@kept/domain/schedule.ts'
import { perHour } from './quarters.ts'
import { weekPlan } from './week-plan.ts'

/** Only hours that are off from their first quarter to their last; null when there is none. */
export function offMaskOf(schedule: WeekSchedule): OffMask | null {
  const plan = weekPlan(schedule)
  const hours_of_week = Array.from({ length: 168 }, (_, hour) => hour).filter((hour) =>
    plan.subarray(hour * perHour, (hour + 1) * perHour).every((slot) => slot === 0),
  )
  return hours_of_week.length === 0 ? null : { time_zone: schedule.time_zone, hours_of_week }
}
