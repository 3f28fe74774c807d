/** What a week of an environment usually looks like: expected use by local weekday and hour, recent weeks first. */
import type { EnvironmentGrid } from './measure.ts'
import { perDay, perHour, type QuarterSpan } from './quarters.ts'
import { kinds, type TeamCalendar } from './team-calendar.ts'

/** Millionths of an hour, so that sums are exact. */
const microsPerHour = 1_000_000
/** What was three weeks ago counts half. */
const halfLifeWeeks = 3

export interface WeeklyWork {
  /** Expected use of the hour, in millionths, by weekday and hour of the day. */
  expected: number[][]
  /** In what share of the weeks it was used at all. */
  usedShare: number[][]
  /** Weeks that were looked at. */
  weeks: number
}

/** Holidays are no example of a week, and neither is the time before it first ran. */
export function weeklyWork(
  { running, used }: Pick<EnvironmentGrid, 'running' | 'used'>,
  calendar: TeamCalendar,
  over: QuarterSpan,
): WeeklyWork {
  const [sums, weights, usedWeeks, weeks] = [zeros(), zeros(), zeros(), zeros()]
  const [from, to] = [over.from - calendar.span.from, over.to - calendar.span.from]
  const lastDay = calendar.day[to - 1] ?? 0
  for (let quarter = from; quarter < to; ) {
    const hour = calendar.hour[quarter]
    let [present, worked] = [0, 0]
    const first = quarter
    for (; quarter < to && calendar.hour[quarter] === hour; quarter += 1) {
      present += 1
      if (running[quarter] === 1 && used[quarter] === 1) worked += 1
    }
    if (calendar.kind[first] === kinds.holiday) continue
    const slot = Math.floor((calendar.weekSlot[first] ?? 0) / perHour)
    const age = Math.floor((lastDay - (calendar.day[first] ?? 0)) / 7)
    const weight = 0.5 ** (age / halfLifeWeeks)
    sums[slot] = (sums[slot] ?? 0) + weight * (worked / present)
    weights[slot] = (weights[slot] ?? 0) + weight
    usedWeeks[slot] = (usedWeeks[slot] ?? 0) + (worked > 0 ? 1 : 0)
    weeks[slot] = (weeks[slot] ?? 0) + 1
  }
  return {
    expected: byDay(sums.map((sum, slot) => Math.round(quotient(sum, weights[slot] ?? 0) * microsPerHour))),
    usedShare: byDay(usedWeeks.map((count, slot) => quotient(count, weeks[slot] ?? 0))),
    weeks: Math.ceil((to - from) / (7 * perDay)),
  }
}

function zeros(): number[] {
  return Array.from({ length: 168 }, () => 0)
}

function byDay(slots: number[]): number[][] {
  return Array.from({ length: 7 }, (_, day) => slots.slice(day * 24, day * 24 + 24))
}

function quotient(a: number, b: number): number {
  return b > 0 ? a / b : 0
}
