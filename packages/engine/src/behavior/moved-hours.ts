/** Whether a team has moved its hours: what its week looked like before is then no example of the weeks to come. */
import type { EnvironmentGrid } from './measure.ts'
import { perDay, perHour, type QuarterSpan } from './quarters.ts'
import type { TeamCalendar } from './team-calendar.ts'
import { kinds } from './team-calendar.ts'

const movedRules = {
  /** Weeks of the new hours before they count, and of the old ones that they are held against. */
  fewestWeeks: 3,
  fewestBefore: 2,
  /** Hours of work a week below which a week's hours are chance. */
  fewestHours: 4,
  /** Share of the work that lies in other hours of the week. */
  difference: 0.12,
  /** And so many times what any other choice of as many weeks differs from the rest. */
  factor: 1.6,
} as const

const hoursPerWeek = 168

/** How many of the last weeks of `over` show the hours of today; all of them where nothing moved. */
export function weeksOfToday(
  grid: Pick<EnvironmentGrid, 'running' | 'used'>,
  calendar: TeamCalendar,
  over: QuarterSpan,
): number {
  const weeks = weekProfiles(grid, calendar, over)
  const work = weeks.reduce((sum, week) => sum + total(week), 0) / perHour
  if (work < movedRules.fewestHours * weeks.length) return weeks.length
  let best = { weeks: weeks.length, difference: 0 }
  for (let recent = movedRules.fewestWeeks; recent <= weeks.length - movedRules.fewestBefore; recent += 1) {
    const chosen = Array.from({ length: recent }, (_, index) => weeks.length - recent + index)
    const difference = differenceOf(weeks, new Set(chosen))
    const baseline = Math.max(...otherChoices(weeks.length, recent).map((set) => differenceOf(weeks, set)))
    const isMoved = difference >= movedRules.difference && difference >= movedRules.factor * baseline
    if (isMoved && difference > best.difference) best = { weeks: recent, difference }
  }
  return best.weeks
}

/** Hours of work in each hour of the local week, week by week; holidays are no example. */
function weekProfiles(
  { running, used }: Pick<EnvironmentGrid, 'running' | 'used'>,
  calendar: TeamCalendar,
  over: QuarterSpan,
): number[][] {
  const count = Math.floor((over.to - over.from) / (7 * perDay))
  const start = over.to - count * 7 * perDay - calendar.span.from
  return Array.from({ length: count }, (_, week) => {
    const profile = new Array<number>(hoursPerWeek).fill(0)
    for (let index = start + week * 7 * perDay; index < start + (week + 1) * 7 * perDay; index += 1) {
      if (running[index] !== 1 || used[index] !== 1 || calendar.kind[index] === kinds.holiday) continue
      const hour = Math.floor((calendar.weekSlot[index] ?? 0) / perHour)
      profile[hour] = (profile[hour] ?? 0) + 1
    }
    return profile
  })
}

/** The share of work that lies elsewhere in the chosen weeks than in the others: 0 to 1. */
function differenceOf(weeks: readonly number[][], chosen: ReadonlySet<number>): number {
  const [inside, outside] = [sumOf(weeks, (week) => chosen.has(week)), sumOf(weeks, (week) => !chosen.has(week))]
  const [all, rest] = [total(inside), total(outside)]
  if (all === 0 || rest === 0) return 0
  return inside.reduce((sum, value, hour) => sum + Math.abs(value / all - (outside[hour] ?? 0) / rest), 0) / 2
}

/** Weeks spread over the whole: every second, third ... one, from different beginnings. */
function otherChoices(weeks: number, size: number): Set<number>[] {
  return Array.from({ length: weeks }, (_, first) => {
    const step = weeks / size
    return new Set(Array.from({ length: size }, (__, index) => Math.floor(first + index * step) % weeks))
  })
}

function sumOf(weeks: readonly number[][], is: (week: number) => boolean): number[] {
  const sum = new Array<number>(hoursPerWeek).fill(0)
  for (const [index, week] of weeks.entries()) {
    if (!is(index)) continue
    for (const [hour, value] of week.entries()) sum[hour] = (sum[hour] ?? 0) + value
  }
  return sum
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
