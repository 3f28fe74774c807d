/**
 * Signs of use that are too regular for people: around the clock, or a short one at the same time every day of the week.
 * Names and user agents were checked when events were read; a cron job under a person's name shows only here.
 */
import { type Bits, hasBit, newBits, setBits, spread } from './bits.ts'
import type { CollectedEvents, EnvironmentActivity } from './collect-events.ts'
import { perDay, perHour, type QuarterSpan, quarterMs } from './quarters.ts'

const automationRules = {
  /** Fewer days than these show no habit. */
  fewestDays: 10,
  /** Of all hours from the first sign to the last, nights and weekends too: no one is there in so many. */
  aroundTheClock: 0.85,
  /** Of all days, and of the days at each end of the week, with a short sign at the same time. */
  daily: 0.6,
  /** Quarters a short sign lasts at most. */
  shortQuarters: 2,
} as const

/** Everything that was collected, as signs of people only. */
export function peopleEvents(events: CollectedEvents): CollectedEvents {
  const environments = new Map<string, EnvironmentActivity>()
  for (const [id, activity] of events.environments) environments.set(id, peopleActivity(activity, events.span))
  return { span: events.span, events: events.events, repeated: events.repeated, environments }
}

/** The activity without what programs did; the same object where they did nothing. */
export function peopleActivity(activity: EnvironmentActivity, span: QuarterSpan): EnvironmentActivity {
  const length = span.to - span.from
  const active = newBits(length)
  const byUser = new Map<string, Bits>()
  let [lastMachine, lastPeople] = [-1, -1]
  const take = (bits: Bits, hidden: Uint8Array | null): Bits | null => {
    const bytes = spread(bits, length)
    const removed = removeAutomation(bytes, hidden)
    const kept = removed < 0 ? bits : toBits(bytes)
    merge(active, kept)
    lastMachine = Math.max(lastMachine, removed)
    const last = bytes.lastIndexOf(1)
    lastPeople = Math.max(lastPeople, last)
    return last < 0 ? null : kept
  }
  for (const [user, bits] of activity.byUser) {
    const kept = take(bits, null)
    if (kept) byUser.set(user, kept)
  }
  take(withoutUsers(activity), spread(active, length))
  if (lastMachine < 0) return activity
  const endOf = (index: number) => (span.from + index + 1) * quarterMs
  return {
    ...activity,
    active,
    byUser,
    lastActivity: lastUseOf(activity, span, lastPeople < 0 ? null : endOf(lastPeople)),
    lastAutomation: Math.max(endOf(lastMachine), activity.lastAutomation ?? 0),
  }
}

/** The exact end where the last sign was a person's; else the end of the last quarter that was. */
function lastUseOf({ lastActivity }: EnvironmentActivity, span: QuarterSpan, lastPeople: number | null): number | null {
  if (lastActivity === null) return null
  if (lastPeople === null) return lastActivity < span.from * quarterMs ? lastActivity : null
  return Math.min(lastActivity, lastPeople)
}

/** Clears what is automatic and returns the last quarter cleared, or -1. `hidden`: named people were there, and hide it. */
function removeAutomation(bytes: Uint8Array, hidden: Uint8Array | null): number {
  const [first, last] = [bytes.indexOf(1), bytes.lastIndexOf(1)]
  if (first < 0 || last - first < automationRules.fewestDays * perDay) return -1
  return Math.max(clearAroundTheClock(bytes, hidden, first, last), clearDaily(bytes, hidden, first, last))
}

/**
 * A probe that comes every hour, or more often. Of unnamed signs, the hours with more than the probe's usual share may
 * be people's and stay. Where every quarter is full, unnamed signs count as use.
 */
function clearAroundTheClock(bytes: Uint8Array, hidden: Uint8Array | null, first: number, last: number): number {
  const from = Math.floor(first / perHour)
  const hours = Array.from({ length: Math.floor(last / perHour) - from + 1 }, (_, index) => from + index)
  const counts = hours.map((hour) => countIn(bytes, hour))
  const seen = counts.filter((_, index) => hidden === null || countIn(hidden, hours[index] ?? 0) === 0)
  if (seen.length < automationRules.fewestDays * 8) return -1
  if (seen.filter((count) => count > 0).length < automationRules.aroundTheClock * seen.length) return -1
  const background = seen.toSorted((a, b) => a - b)[Math.floor(seen.length / 2)] ?? 0
  if (hidden !== null && background >= perHour) return -1
  for (const [index, hour] of hours.entries()) {
    const isProbe = hidden === null || (counts[index] ?? 0) <= background
    if (isProbe) bytes.fill(0, hour * perHour, (hour + 1) * perHour)
  }
  return last
}

function countIn(bytes: Uint8Array, hour: number): number {
  let count = 0
  for (let quarter = hour * perHour; quarter < (hour + 1) * perHour; quarter += 1) count += bytes[quarter] ?? 0
  return count
}

/** Cron jobs: a short sign within the same half hour of the day, on most days of the week and of the weekend. */
function clearDaily(bytes: Uint8Array, hidden: Uint8Array | null, first: number, last: number): number {
  const isolated = shortRuns(bytes)
  const byTime = Array.from({ length: perDay }, () => new Set<number>())
  for (const { from } of isolated) byTime[from % perDay]?.add(Math.floor(from / perDay))
  let lastCleared = -1
  for (let time = 0; time < perDay; time += 1) {
    const near = [time, (time + 1) % perDay]
    const seen = new Set(near.flatMap((slot) => [...(byTime[slot] ?? [])]))
    const isHidden = (day: number) => hidden !== null && near.some((slot) => hidden[day * perDay + slot] === 1)
    if (seen.size === 0 || !isOnMostDays(seen, isHidden, first, last)) continue
    for (const { from, to } of isolated) {
      if (!near.includes(from % perDay)) continue
      bytes.fill(0, from, to)
      lastCleared = Math.max(lastCleared, to - 1)
    }
  }
  return lastCleared
}

/** People have days off: each weekday has to show the sign on half of its days, and all together on most. */
function isOnMostDays(
  seen: ReadonlySet<number>,
  isHidden: (day: number) => boolean,
  first: number,
  last: number,
): boolean {
  const [all, seenDays] = [new Array<number>(7).fill(0), new Array<number>(7).fill(0)]
  for (let day = Math.floor(first / perDay); day <= Math.floor(last / perDay); day += 1) {
    if (!seen.has(day) && isHidden(day)) continue
    all[day % 7] = (all[day % 7] ?? 0) + 1
    if (seen.has(day)) seenDays[day % 7] = (seenDays[day % 7] ?? 0) + 1
  }
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  if (sum(seenDays) < automationRules.fewestDays || sum(seenDays) < automationRules.daily * sum(all)) return false
  return all.every((count, weekday) => (seenDays[weekday] ?? 0) >= 0.5 * count)
}

/** Stretches of at most half an hour with half an hour of silence on both sides. */
function shortRuns(bytes: Uint8Array): QuarterSpan[] {
  const runs: QuarterSpan[] = []
  for (let from = bytes.indexOf(1); from >= 0; ) {
    let to = from
    while (to < bytes.length && bytes[to] === 1) to += 1
    const next = bytes.indexOf(1, to)
    const before = runs.at(-1)?.to ?? Number.NEGATIVE_INFINITY
    if (from - before > 1) runs.push({ from, to })
    from = next
  }
  return runs.filter(({ from, to }) => to - from <= automationRules.shortQuarters)
}

/** Signs that name no one: those of all without those of the named. */
function withoutUsers({ active, byUser }: EnvironmentActivity): Bits {
  const rest = active.slice()
  for (const bits of byUser.values())
    for (let word = 0; word < rest.length; word += 1) rest[word] = (rest[word] ?? 0) & ~(bits[word] ?? 0)
  return rest
}

function merge(target: Bits, more: Bits): void {
  for (let word = 0; word < target.length; word += 1) target[word] = (target[word] ?? 0) | (more[word] ?? 0)
}

function toBits(bytes: Uint8Array): Bits {
  const bits = newBits(bytes.length)
  for (let index = 0; index < bytes.length; index += 1) if (bytes[index] === 1) setBits(bits, index, index + 1)
  return bits
}

/** The last quarter of the span that is marked, or -1. */
export function lastMarked(bits: Bits, length: number): number {
  for (let index = length - 1; index >= 0; index -= 1) {
    if ((bits[index >>> 5] ?? 0) === 0) index &= ~31
    else if (hasBit(bits, index)) return index
  }
  return -1
}
