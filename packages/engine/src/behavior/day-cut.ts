/**
 * Where a day of work begins. A shift over midnight is one stretch of one day when days begin at noon; cut at midnight it
 * would be the two ends of every day, and one window a day would have to span the day between them.
 */

import { type ScheduleTask, type SolvedSchedule, solveAllHours } from './solve-schedule.ts'
import { mod } from './team-calendar.ts'

export const dayCuts = { midnight: 0, noon: 12 } as const
const hoursOfDay = 24

/** Whether use is expected on both sides of a midnight. */
export function worksOverMidnight({ expected }: ScheduleTask): boolean {
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
        days: solved.days.map(({ from, to }) => (to > from ? { from: from + cut, to: to + cut } : { from, to })),
      },
  )
}

function turned<Value>(week: readonly (readonly Value[])[], cut: number): Value[][] {
  const all = week.flat()
  return week.map((_, day) =>
    Array.from({ length: hoursOfDay }, (__, hour) => all[mod(day * hoursOfDay + hour + cut, all.length)] as Value),
  )
}
