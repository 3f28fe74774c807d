/** From signs of use to hours of use: short pauses are work, and an hour with a sign in it is an hour of use. */
import { type Bits, spread } from './bits.ts'
import type { TeamCalendar } from './team-calendar.ts'

/** Half an hour without a sign is idle; anything shorter is a pause (Codespaces, Gitpod and Cloud9 stop after 30 minutes). */
export const idleQuarters = 2

/** Quarters of use with the pauses shorter than half an hour between them filled. */
export function withoutPauses(active: Bits, length: number): Uint8Array {
  const bytes = spread(active, length)
  let last = Number.NEGATIVE_INFINITY
  for (let at = 0; at < length; at += 1) {
    if (bytes[at] !== 1) continue
    if (at - last - 1 < idleQuarters) bytes.fill(1, last + 1, at)
    last = at
  }
  return bytes
}

/** All quarters of every local hour in which there is one of use. */
export function activeHours(active: Uint8Array, { hour, hours }: TeamCalendar): Uint8Array {
  const used = new Uint8Array(hours)
  for (let at = 0; at < active.length; at += 1) if (active[at] === 1) used[hour[at] ?? 0] = 1
  const bytes = new Uint8Array(active.length)
  for (let at = 0; at < active.length; at += 1) bytes[at] = used[hour[at] ?? 0] ?? 0
  return bytes
}
