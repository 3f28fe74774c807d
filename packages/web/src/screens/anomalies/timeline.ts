/** Where incidents lie beside one another on one stretch of days. */
import type { Anomaly } from '@kept/domain/anomaly.ts'
import { addDays, daysBetween } from '@kept/ui/format/day.ts'

type Days = Pick<Anomaly, 'first_day' | 'last_day'>

export interface Stretch {
  from: string
  /** The last day of it. */
  to: string
}

/** One day alone is no line of time: the stretch is never shorter than this. */
const fewestDays = 30

/** From the first day of the first incident to the last of the last. */
export function stretchOf(incidents: readonly Days[]): Stretch | undefined {
  const from = incidents.map(({ first_day }) => first_day).toSorted()[0]
  const to = incidents
    .map(({ last_day }) => last_day)
    .toSorted()
    .at(-1)
  if (from === undefined || to === undefined) return undefined
  return { from: daysBetween(from, to) + 1 < fewestDays ? addDays(to, 1 - fewestDays) : from, to }
}

/** Shares of the stretch, from 0 to 1: where the incident begins, and how long it is. */
export function placeIn({ from, to }: Stretch, { first_day, last_day }: Days): { start: number; length: number } {
  const days = daysBetween(from, to) + 1
  return { start: daysBetween(from, first_day) / days, length: (daysBetween(first_day, last_day) + 1) / days }
}
