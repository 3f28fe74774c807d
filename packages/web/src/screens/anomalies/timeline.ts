/** The shared timeline of the incident bars. */
import type { Anomaly } from '@kept/domain/anomaly.ts'
import { addDays, daysBetween } from '@kept/foundation/calendar/day.ts'

type Days = Pick<Anomaly, 'first_day' | 'last_day'>

export interface Timeline {
  from: string
  /** The last day, inclusive. */
  to: string
}

/** The shortest timeline, so that one day does not fill it. */
const minDays = 30

/** Returns the range from the first day of any incident to the last, or undefined without incidents. */
export function timelineOf(incidents: readonly Days[]): Timeline | undefined {
  const from = incidents.map(({ first_day }) => first_day).toSorted()[0]
  const to = incidents
    .map(({ last_day }) => last_day)
    .toSorted()
    .at(-1)
  if (from === undefined || to === undefined) return undefined
  return { from: daysBetween(from, to) + 1 < minDays ? addDays(to, 1 - minDays) : from, to }
}

/** Start and length of an incident as shares of the timeline, from 0 to 1. */
export function positionOn({ from, to }: Timeline, { first_day, last_day }: Days): { start: number; length: number } {
  const days = daysBetween(from, to) + 1
  return { start: daysBetween(from, first_day) / days, length: (daysBetween(first_day, last_day) + 1) / days }
}
