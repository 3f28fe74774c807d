/** How people came and went: on how many days, with what pauses, and who came last. */
import { lastMarked } from './automation.ts'
import { type Bits, spread } from './bits.ts'
import type { EnvironmentActivity } from './collect-events.ts'
import { perDay, type QuarterSpan, quarterMs } from './quarters.ts'

export interface Visits {
  /** Days with a sign of people. */
  days: number
  /** Days of the longest pause that ended; null without one of at least ten days. */
  longestPause: number | null
  /** Who used it in the four weeks before its last use. */
  users: string[]
}

/** A weekend and a bridge day are no pause. */
const shortestPause = 10
const lastUsersDays = 28

/** Of the time before `asOf` (milliseconds since 1970). */
export function visitsOf(activity: EnvironmentActivity | undefined, span: QuarterSpan, asOf: number): Visits {
  if (!activity) return { days: 0, longestPause: null, users: [] }
  const length = Math.min(span.to - span.from, Math.floor(asOf / quarterMs) - span.from)
  const days = daysOf(activity.active, length)
  let longestPause: number | null = null
  for (const [index, day] of days.entries()) {
    const pause = day - (days[index - 1] ?? day)
    if (pause >= shortestPause && pause > (longestPause ?? 0)) longestPause = pause
  }
  const last = lastMarked(activity.active, length)
  const users = [...activity.byUser].flatMap(([user, bits]) => {
    const lastOfUser = lastMarked(bits, length)
    return lastOfUser >= 0 && last - lastOfUser < lastUsersDays * perDay ? [user] : []
  })
  return { days: days.length, longestPause, users }
}

function daysOf(active: Bits, length: number): number[] {
  const bytes = spread(active, length)
  const days: number[] = []
  for (let index = bytes.indexOf(1); index >= 0; ) {
    const day = Math.floor(index / perDay)
    days.push(day)
    index = bytes.indexOf(1, (day + 1) * perDay)
  }
  return days
}
