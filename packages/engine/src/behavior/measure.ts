/** The one count all figures come from: hours and money run, used and wasted, by kind of time. */
import { divideHalfEven } from '@kept/foundation/decimal.ts'
import type { Nano } from '../savings/exact.ts'
import { idleQuarters } from './active-hours.ts'
import { perHour, type QuarterSpan } from './quarters.ts'
import { kinds, type TeamCalendar } from './team-calendar.ts'

/** An environment on the grid: one byte (or amount) for each quarter (or hour) of the calendar's span. */
export interface EnvironmentGrid {
  running: Uint8Array
  /** Whole local hours of use. */
  used: Uint8Array
  /** Quarters of use, pauses filled: for what is idle to the quarter. */
  active: Uint8Array
  /** Nano-units by UTC hour of the span. */
  cost: BigInt64Array
}

/** Quarters, and twelfths of a nano-unit: the cost of an hour is shared out among one to four quarters exactly. */
export interface Measured {
  running: number
  used: number
  /** Running in the team's working time, and used then. */
  scheduled: number
  scheduledUsed: number
  idle: number
  cost: bigint
  /** By kind of time, in the order of `kinds`; the last is idle in working hours. */
  waste: [number, number, number, number]
  wasteCost: [bigint, bigint, bigint, bigint]
}

/** Divisible by one, two, three and four quarters. */
const perNano = 12n

export function measure(grid: EnvironmentGrid, calendar: TeamCalendar, over: QuarterSpan = calendar.span): Measured {
  const result = nothingMeasured()
  const { running, used, active, cost } = grid
  const offset = calendar.span.from
  const wasted: [number, number, number, number] = [0, 0, 0, 0]
  for (let hour = (over.from - offset) / perHour; hour < (over.to - offset) / perHour; hour += 1) {
    let [ran, wastedHere] = [0, 0]
    wasted.fill(0)
    for (let quarter = hour * perHour; quarter < (hour + 1) * perHour; quarter += 1) {
      if (running[quarter] !== 1) continue
      ran += 1
      const kind = (calendar.kind[quarter] ?? 0) as 0 | 1 | 2 | 3
      if (kind === kinds.workHours) result.scheduled += 1
      if (used[quarter] === 1) {
        result.used += 1
        if (kind === kinds.workHours) result.scheduledUsed += 1
      } else {
        wasted[kind] += 1
        wastedHere += 1
      }
    }
    if (ran === 0) continue
    result.running += ran
    const costPerQuarter = ((cost[hour] ?? 0n) * perNano) / BigInt(ran)
    result.cost += costPerQuarter * BigInt(ran)
    if (wastedHere === 0) continue
    for (const kind of [0, 1, 2, 3] as const) {
      if (wasted[kind] === 0) continue
      result.waste[kind] += wasted[kind]
      result.wasteCost[kind] += costPerQuarter * BigInt(wasted[kind])
    }
  }
  result.idle = idleWhileRunning(running, active, over.from - offset, over.to - offset)
  return result
}

/** Quarters of running stretches of half an hour or more in which nothing was done. */
function idleWhileRunning(running: Uint8Array, active: Uint8Array, from: number, to: number): number {
  let [total, stretch] = [0, 0]
  for (let quarter = from; quarter <= to; quarter += 1) {
    if (quarter < to && running[quarter] === 1 && active[quarter] !== 1) {
      stretch += 1
      continue
    }
    if (stretch >= idleQuarters) total += stretch
    stretch = 0
  }
  return total
}

export function nothingMeasured(): Measured {
  return {
    running: 0,
    used: 0,
    scheduled: 0,
    scheduledUsed: 0,
    idle: 0,
    cost: 0n,
    waste: [0, 0, 0, 0],
    wasteCost: [0n, 0n, 0n, 0n],
  }
}

export function addMeasured(target: Measured, more: Measured): void {
  target.running += more.running
  target.used += more.used
  target.scheduled += more.scheduled
  target.scheduledUsed += more.scheduledUsed
  target.idle += more.idle
  target.cost += more.cost
  for (const kind of [0, 1, 2, 3] as const) {
    target.waste[kind] += more.waste[kind]
    target.wasteCost[kind] += more.wasteCost[kind]
  }
}

/** Rounded once, half-even, to the nano. */
export function nanoOf(twelfths: bigint): Nano {
  return divideHalfEven(twelfths, perNano)
}

export function hoursOf(quarters: number): number {
  return quarters / perHour
}

/** In twelfths of a nano-unit: the hour's cost shared out among the quarters it ran. */
export function costOfQuarter({ running, cost }: Pick<EnvironmentGrid, 'running' | 'cost'>, index: number): bigint {
  const hour = Math.floor(index / perHour)
  let ran = 0
  for (let quarter = hour * perHour; quarter < (hour + 1) * perHour; quarter += 1) ran += running[quarter] ?? 0
  return ran === 0 ? 0n : ((cost[hour] ?? 0n) * perNano) / BigInt(ran)
}
