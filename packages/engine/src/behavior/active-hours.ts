/** From signs of use to hours of use: short pauses are work, and an hour with a sign in it is an hour of use. */
import { type Bits, spread } from './bits.ts'
import type { TeamCalendar } from './team-calendar.ts'

/** Half an hour without a sign is idle; anything shorter is a pause (Codespaces, Gitpod and Cloud9 stop after 30 minutes). */
export const idleQuarters = 2

/** Quarters of use with the pauses shorter than half an hour between them filled. */
export function withoutPauses(active: Bits, length: number): Uint8Array {
  const bytes = spread(active, length)
  let last = Number.NEGATIVE_INFINITY
  for (let quarter = 0; quarter < length; quarter += 1) {
    if (bytes[quarter] !== 1) continue
    if (quarter - last - 1 < idleQuarters) bytes.fill(1, last + 1, quarter)
    last = quarter
  }
  return bytes
}

/** All quarters of every local hour in which there is one of use. */
export function activeHours(active: Uint8Array, { hour, hours }: TeamCalendar): Uint8Array {
  const used = new Uint8Array(hours)
  for (let quarter = 0; quarter < active.length; quarter += 1) if (active[quarter] === 1) used[hour[quarter] ?? 0] = 1
  const bytes = new Uint8Array(active.length)
  for (let quarter = 0; quarter < active.length; quarter += 1) bytes[quarter] = used[hour[quarter] ?? 0] ?? 0
  return bytes
}
