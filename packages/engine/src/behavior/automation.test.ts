import { describe, expect, it } from 'vitest'
import { lastMarked, peopleActivity } from './automation.ts'
import { hasBit, setBits } from './bits.ts'
import { type EnvironmentActivity, emptyActivity } from './collect-events.ts'
import { perDay, quarterMs } from './quarters.ts'

const days = 42
const length = days * perDay
const span = { from: 0, to: length }

/** One person's quarters, or no one's for "". */
function activityOf(signs: Record<string, [from: number, to: number][]>): EnvironmentActivity {
  const activity = emptyActivity('e', length)
  for (const [user, ranges] of Object.entries(signs)) {
    const bits = emptyActivity('e', length).active
    for (const [from, to] of ranges) {
      setBits(bits, from, to)
      setBits(activity.active, from, to)
      activity.lastActivity = Math.max(activity.lastActivity ?? 0, to * quarterMs)
    }
    if (user !== '') activity.byUser.set(user, bits)
  }
  return activity
}
const everyDay = (quarters: number[], size = 1) =>
  Array.from({ length: days }, (_, day) =>
    quarters.map((quarter): [number, number] => [day * perDay + quarter, day * perDay + quarter + size]),
  ).flat()
/** Nine to five on weekdays, each day a little else. */
const work = (to = days) =>
  Array.from({ length: to }, (_, day): [number, number][] =>
    day % 7 < 5 ? [[day * perDay + 36 + (day % 3), day * perDay + 66 + (day % 5)]] : [],
  ).flat()
const hourly = everyDay(Array.from({ length: 24 }, (_, hour) => hour * 4))
const used = ({ active }: EnvironmentActivity) =>
  Array.from({ length }, (_, index) => index).filter((index) => hasBit(active, index)).length

describe('peopleActivity', () => {
  it('leaves people as they are', () => {
    const activity = activityOf({ ann: work(), '': [[100, 104]] })
    expect(peopleActivity(activity, span)).toBe(activity)
  })
  it('drops who comes every hour of every day', () => {
    const cleaned = peopleActivity(activityOf({ probe: hourly, ann: work(20) }), span)
    expect([...cleaned.byUser.keys()]).toEqual(['ann'])
    expect(lastMarked(cleaned.active, length)).toBeLessThan(20 * perDay)
    expect(cleaned.lastActivity).toBeLessThan(20 * perDay * quarterMs)
    expect(cleaned.lastAutomation).toBe(((days - 1) * perDay + 93) * quarterMs)
  })
  it('drops a probe without a name, also where the work of people hides it', () => {
    const cleaned = peopleActivity(activityOf({ '': hourly, ann: work() }), span)
    expect(used(cleaned)).toBe(used(activityOf({ ann: work() })))
  })
  it('keeps unnamed signs that fill every quarter: they could be anyone', () => {
    const activity = activityOf({ '': [[0, length]] })
    expect(used(peopleActivity(activity, span))).toBe(length)
  })
  it('drops a cron job under the name of a person, not her work', () => {
    const cleaned = peopleActivity(activityOf({ ann: [...work(20), ...everyDay([14])] }), span)
    expect(used(cleaned)).toBe(used(activityOf({ ann: work(20) })))
  })
  it('keeps a short look at the same time of every weekday', () => {
    const weekdays = everyDay([40]).filter(([from]) => Math.floor(from / perDay) % 7 < 5)
    expect(used(peopleActivity(activityOf({ ann: weekdays }), span))).toBe(weekdays.length)
  })
  it('is never used by people where only programs came', () => {
    expect(peopleActivity(activityOf({ '': hourly }), span).lastActivity).toBeNull()
  })
})
