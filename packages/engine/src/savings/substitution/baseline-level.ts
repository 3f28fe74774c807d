/** What a group of resources usually costs in an hour, and what it costs beyond that for days on end. */
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import type { Nano } from '../exact.ts'
import { type HourlyCosts, hourOfWeek } from './hourly-costs.ts'

/** One value, or 168 by hour of the week in UTC. */
type BaselineCosts = readonly Nano[]

const weekHours = 168
/** As many weeks show what a week looks like. */
const weeksForWeek = 3
/** A level counts as reached when it lasts so many days. */
const sustainedDays = 3

export function sumOf(series: readonly HourlyCosts[]): (hour: Hour) => Nano {
  return (hour) => series.reduce((sum, costs) => sum + (costs.get(hour) ?? 0n), 0n)
}

export function baselineCosts(costOf: (hour: Hour) => Nano, from: Hour, to: Hour): BaselineCosts {
  const hours = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
  const bySlot = hours.length >= weeksForWeek * weekHours
  const values = Array.from({ length: bySlot ? weekHours : 1 }, (): Nano[] => [])
  for (const hour of hours) values[bySlot ? hourOfWeek(hour) : 0]?.push(costOf(hour))
  const medians = values.map(median)
  return medians.every((value) => value === medians[0]) ? [medians[0] ?? 0n] : medians
}

export function baselineAt(baseline: BaselineCosts, hour: Hour): Nano {
  return baseline[baseline.length === 1 ? 0 : hourOfWeek(hour)] ?? 0n
}

/** Highest level beyond the usual one that lasted for days; with fewer days of data, for those there are. */
export function sustainedLevel(costOf: (hour: Hour) => Nano, baseline: BaselineCosts, from: Hour, to: Hour): Nano {
  const days: Nano[] = []
  for (let day = from; day + 24 <= to; day += 24) {
    const hours = Array.from({ length: 24 }, (_, index) => day + index)
    days.push(median(hours.map((hour) => costOf(hour) - baselineAt(baseline, hour))))
  }
  const length = Math.min(sustainedDays, days.length)
  let highest = 0n
  for (let index = 0; length > 0 && index + length <= days.length; index += 1) {
    const lowest = days.slice(index, index + length).reduce((min, value) => (value < min ? value : min))
    if (lowest > highest) highest = lowest
  }
  return highest
}

/** The lower one of the two in the middle. */
export function median(values: readonly Nano[]): Nano {
  const inOrder = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return inOrder[(inOrder.length - 1) >> 1] ?? 0n
}

export function mean(costOf: (hour: Hour) => Nano, from: Hour, to: Hour): Nano {
  if (to <= from) return 0n
  let sum = 0n
  for (let hour = from; hour < to; hour += 1) sum += costOf(hour)
  return sum / BigInt(to - from)
}
