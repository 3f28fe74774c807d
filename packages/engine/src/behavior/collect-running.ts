/** What the bill says: in which hours each environment ran, and what each of them cost, to the nano. */

import type { RunningHour } from '@kept/domain/environment.ts'
import { badInput } from '@kept/domain/errors.ts'
import { exactReader, type Nano, toNano } from '../savings/exact.ts'
import { perHour, type QuarterSpan, quarterMs } from './quarters.ts'

export interface EnvironmentRunning {
  readonly id: string
  currency: string
  /** Quarters it ran in each UTC hour of the span, 0 to 4. */
  readonly quarters: Uint8Array
  /** What each of these hours cost; hours that did not run cost nothing here. */
  readonly cost: BigInt64Array
  /** Charges of the span beside running hours: disks of a stopped machine, days that name no hours. */
  otherCost: Nano
  /** The same by the hour of the span in which the charge begins, for windows of it. */
  readonly otherCostByHour: Map<number, Nano>
  /** Hours of days for which the bill has no single hours. */
  unplacedHours: number
  /** Hours whose cost the bill does not say. */
  unpricedHours: number
  /** Milliseconds since 1970 of the first hour it ran in, inside the span or before. */
  firstRan: number | null
}

export interface CollectedRunning {
  readonly span: QuarterSpan
  readonly environments: Map<string, EnvironmentRunning>
}

interface RunningCollector extends CollectedRunning {
  add(hour: RunningHour): void
}

const hourMs = perHour * quarterMs
/** A day billed for nearly all its hours ran all its hours; the rest is rounding. */
const fullShare = 0.98

/** The span begins and ends on a full hour of UTC, as bills do. */
export function collectRunning(span: QuarterSpan): RunningCollector {
  const environments = new Map<string, EnvironmentRunning>()
  const hours = (span.to - span.from) / perHour
  const firstHour = span.from / perHour
  const read = exactReader()

  function environmentOf({ environment_id, currency }: RunningHour): EnvironmentRunning {
    const existing = environments.get(environment_id)
    if (existing) {
      if (existing.currency !== currency) {
        throw badInput(
          `${environment_id} is billed in ${existing.currency} and in ${currency}; analyze one currency at a time.`,
        )
      }
      return existing
    }
    const created = neverRan(environment_id, hours, currency)
    environments.set(environment_id, created)
    return created
  }

  return {
    span,
    environments,
    add(row) {
      const environment = environmentOf(row)
      const cost = row.cost === null ? null : toNano(read(row.cost))
      if (row.hours > 0 && (environment.firstRan === null || row.start < environment.firstRan)) {
        environment.firstRan = row.start
      }
      const from = Math.floor(row.start / hourMs) - firstHour
      const to = Math.max(Math.ceil(row.end / hourMs) - firstHour, from + 1)
      const length = to - from
      if (row.hours > 0 && (length === 1 || row.hours >= length * fullShare)) {
        addRunningHours(environment, from, to, row.hours / length, cost)
      } else if (from >= 0 && from < hours) {
        environment.otherCost += cost ?? 0n
        environment.otherCostByHour.set(from, (environment.otherCostByHour.get(from) ?? 0n) + (cost ?? 0n))
        environment.unplacedHours += row.hours
      }
    },
  }

  function addRunningHours(
    environment: EnvironmentRunning,
    from: number,
    to: number,
    share: number,
    cost: Nano | null,
  ): void {
    const quarters = Math.min(perHour, Math.max(1, Math.round(share * perHour)))
    const [hourlyCost, remainder] = cost === null ? [0n, 0n] : [cost / BigInt(to - from), cost % BigInt(to - from)]
    for (let hour = Math.max(0, from); hour < Math.min(hours, to); hour += 1) {
      environment.quarters[hour] = Math.max(environment.quarters[hour] ?? 0, quarters)
      environment.cost[hour] = (environment.cost[hour] ?? 0n) + hourlyCost + (hour === from ? remainder : 0n)
      if (cost === null) environment.unpricedHours += 1
    }
  }
}

export function neverRan(id: string, hours: number, currency: string): EnvironmentRunning {
  return {
    id,
    currency,
    quarters: new Uint8Array(hours),
    cost: new BigInt64Array(hours),
    otherCost: 0n,
    otherCostByHour: new Map(),
    unplacedHours: 0,
    unpricedHours: 0,
    firstRan: null,
  }
}

/** Charges beside running hours that begin in a window of the span. */
export function otherCostIn({ otherCostByHour }: EnvironmentRunning, span: QuarterSpan, over: QuarterSpan): Nano {
  let total: Nano = 0n
  for (const [hour, cost] of otherCostByHour) {
    const quarter = span.from + hour * perHour
    if (quarter >= over.from && quarter < over.to) total += cost
  }
  return total
}

/**
 * One byte for each quarter of the span. Where an hour ran in part, the part lies against the hour beside it that ran
 * too: a start is late in its hour, a stop early.
 */
export function runningQuarters({ quarters }: EnvironmentRunning): Uint8Array {
  const bytes = new Uint8Array(quarters.length * perHour)
  for (let hour = 0; hour < quarters.length; hour += 1) {
    const count = quarters[hour] ?? 0
    if (count === 0) continue
    const isStart = (quarters[hour - 1] ?? 0) === 0 && (quarters[hour + 1] ?? 0) > 0
    const first = hour * perHour + (isStart ? perHour - count : 0)
    bytes.fill(1, first, first + count)
  }
  return bytes
}
