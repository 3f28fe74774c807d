/**
 * Work that moves into the hours a schedule leaves on: a machine that is off at night and does the night's work in the
 * morning has saved less than its nights. The first week with the schedule is compared with the same hours of the weeks
 * before; what jumps beyond what those weeks differ from each other anyway is taken for the same work. What grows later
 * is growth.
 */
import type { ResourceAction } from '@kept/domain/action.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { ShapeChange } from '@kept/domain/substitution.ts'
import { type Hour, localClock, toHour } from '@kept/foundation/calendar/hour.ts'
import { type Exact, exact, exactReader, exactText, multiplyExact, type Nano, nanoPlaces, toNano } from '../exact.ts'
import type { DemandFactor } from './demand-growth.ts'
import { baselineHours } from './windows.ts'

const hoursOfWeek = 168
/** Hours that stay on, of the first week, below which nothing can be said. */
const fewestHours = 24
const fewestWeeks = 2
/** A twentieth more is no evidence of a move. */
const smallestJumpPercent = 105n
/** Demand explains as much cost as it grew by, give or take a tenth. */
const demandPercent = 110n

/** `before` and `after` are costs per hour that stays on, at the prices before the action; undefined: nothing moved. */
export function findMovedWork(
  action: ResourceAction,
  lines: readonly SavingsLine[],
  dataEnd: Hour,
  factor?: DemandFactor,
): ShapeChange | undefined {
  if (action.kind !== 'schedule') return undefined
  const start = toHour(action.effective_time)
  const span = lines[0]?.hours ?? 1
  const runningHours = hoursOn(action, start, Math.min(dataEnd, start + hoursOfWeek), span)
  if (runningHours.length * span < fewestHours) return undefined
  const costs = costsOf(lines, start)
  const first = lines.reduce((least, { hour }) => Math.min(least, hour), dataEnd)
  const weeks = Array.from({ length: baselineHours / hoursOfWeek }, (_, index) => (index + 1) * hoursOfWeek)
    .filter((back) => start - back >= first)
    .map((back) => levelOf(costs, runningHours, back))
  if (weeks.length < fewestWeeks) return undefined
  const expected = expectedLevel(weeks)
  const after = levelOf(costs, runningHours, 0)
  if (expected <= 0n || after <= expected + largestMiss(weeks)) return undefined
  if (after * 100n < expected * smallestJumpPercent) return undefined
  if (factor && after * factor.before * 100n <= expected * factor.after * demandPercent) return undefined
  return { action: action.id, before: asText(expected), after: asText(after) }
}

/** Starts of the lines that lie wholly in hours the schedule leaves on. */
function hoursOn(
  { off_mask }: ResourceAction & { kind: 'schedule' },
  from: Hour,
  to: Hour,
  span: number,
): readonly Hour[] {
  const local = localClock(off_mask.time_zone)
  const off = new Set(off_mask.hours_of_week)
  const hours: Hour[] = []
  for (let hour = from - (from % span); hour + span <= to; hour += span) {
    if (hour < from) continue
    const isOn = Array.from({ length: span }, (_, index) => local(hour + index)).every(
      ({ hourOfWeek }) => !off.has(hourOfWeek),
    )
    if (isOn) hours.push(hour)
  }
  return hours
}

/** By hour, at the last price before the action: a price that changes moves no work. SKUs that did not run before count nothing. */
function costsOf(lines: readonly SavingsLine[], start: Hour): ReadonlyMap<Hour, Nano> {
  const read = exactReader()
  const prices = new Map<string, { hour: Hour; price: Exact }>()
  for (const { sku, hour, price } of lines) {
    const latest = prices.get(sku)
    if (price !== null && hour < start && (!latest || hour > latest.hour))
      prices.set(sku, { hour, price: exact(price) })
  }
  const costs = new Map<Hour, Nano>()
  for (const { sku, hour, quantity, status } of lines) {
    const price = prices.get(sku)?.price
    if (!price || status === 'Unused') continue
    costs.set(hour, (costs.get(hour) ?? 0n) + toNano(multiplyExact(price, read(quantity))))
  }
  return costs
}

function levelOf(costs: ReadonlyMap<Hour, Nano>, hours: readonly Hour[], back: number): Nano {
  return hours.reduce((sum, hour) => sum + (costs.get(hour - back) ?? 0n), 0n) / BigInt(hours.length)
}

/** The mean of the weeks, or where their rising trend comes to in the week of the action. Week 0 is the last one. */
function expectedLevel(weeks: readonly Nano[]): Nano {
  const count = BigInt(weeks.length)
  const mean = weeks.reduce((sum, level) => sum + level, 0n) / count
  if (weeks.length < 3) return weeks.reduce((most, level) => (level > most ? level : most), mean)
  // Twice the distance from the middle, so that it is whole.
  const distance = (week: number) => count - 1n - 2n * BigInt(week)
  const squares = weeks.reduce((sum, _, week) => sum + distance(week) ** 2n, 0n)
  const slope = weeks.reduce((sum, level, week) => sum + distance(week) * level, 0n)
  const ahead = (slope * (count + 1n)) / squares
  return ahead > 0n ? mean + ahead : mean
}

/** How far a week lies from the mean of the others: with four weeks the one-sided bound at 80%. */
function largestMiss(weeks: readonly Nano[]): Nano {
  const total = weeks.reduce((sum, level) => sum + level, 0n)
  return weeks.reduce((most, level) => {
    const miss = level - (total - level) / BigInt(weeks.length - 1)
    return miss > most ? miss : -miss > most ? -miss : most
  }, 0n)
}

function asText(level: Nano) {
  return exactText({ units: level, scale: nanoPlaces })
}
