/**
 * Where a day of work begins. A shift over midnight is one stretch of one day when days begin at noon; cut at midnight it
 * would be the two ends of every day.
 */

import { type ScheduleTask, type SolvedSchedule, solveAllHours } from './solve-schedule.ts'
import { mod } from './team-calendar.ts'

const hoursOfDay = 24
/** Of the busiest hour: less is a quiet hour. */
const quietShare = 0.05

/** Midnight; and where use is expected on both sides of it, noon and the hour before each stretch of work. */
export function dayCuts(task: ScheduleTask): number[] {
  if (!worksOverMidnight(task)) return [0]
  const byHour = Array.from({ length: hoursOfDay }, (_, hour) =>
    task.expected.reduce((sum, day) => sum + (day[hour] ?? 0), 0),
  )
  const quiet = quietShare * Math.max(...byHour)
  const starts = byHour.flatMap((work, hour) =>
    work > quiet && (byHour[mod(hour - 1, hoursOfDay)] ?? 0) <= quiet ? [mod(hour - 1, hoursOfDay)] : [],
  )
  return [...new Set([0, hoursOfDay / 2, ...starts])]
}

/** Whether use is expected on both sides of a midnight. */
function worksOverMidnight({ expected }: ScheduleTask): boolean {
  return expected.some((day, index) => {
    const next = expected[(index + 1) % expected.length] ?? []
    return (day.at(-1) ?? 0) > 0 && (next[0] ?? 0) > 0
  })
}

/** The same as `solveAllHours`, of days that begin at `cut`; hours after midnight are counted on, 24 and more. */
export function solveFrom(task: ScheduleTask, cut: number): (SolvedSchedule | undefined)[] {
  if (cut === 0) return solveAllHours(task)
  const shiftedTask = { expected: turned(task.expected, cut), mandatory: turned(task.mandatory, cut) }
  return solveAllHours(shiftedTask).map(
    (solved) =>
      solved && {
        ...solved,
        days: solved.days.map((windows) => windows.map(({ from, to }) => ({ from: from + cut, to: to + cut }))),
      },
  )
}

function turned<Value>(week: readonly (readonly Value[])[], cut: number): Value[][] {
  const all = week.flat()
  return week.map((_, day) =>
    Array.from({ length: hoursOfDay }, (__, hour) => all[mod(day * hoursOfDay + hour + cut, all.length)] as Value),
  )
}
