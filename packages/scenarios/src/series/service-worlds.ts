/**
 * Daily cost of services by what they are made of: machines that come and go, requests that people send, jobs that run.
 * Trends, noise, and weekdays come out of that, and are not added to a level.
 */
import { normal, type Random, random } from '../random.ts'
import type { CalendarDate } from './cost-worlds.ts'

interface ServiceWorld {
  /** Midnight UTC of the first day, in milliseconds since 1970. */
  start: number
  values: number[]
  /** Days of `values` that are known; the others are what comes. */
  pastDays: number
}

export interface ServiceClass {
  label: string
  /** How it is made, in one phrase. */
  construction: string
  /** No method was chosen on it. */
  isTestOnly: boolean
  /** Known days, from and to. */
  days: readonly [number, number]
  /** What cost comes from; machines or requests by chance where none is named. */
  source?: CostSource
  /** What happens to a day, given what it would have cost. */
  change?(world: Random, scene: Scene): (cost: number, row: number, date: CalendarDate) => number
}

interface Scene {
  pastDays: number
  /** Roughly what a day costs. */
  level: number
}

type CostSource = (world: Random, level: number) => (date: CalendarDate) => number

const between = (world: Random, low: number, high: number) => low + (high - low) * world.next()

/** Machines at a price an hour. Some are off at weekends, and now and then one is added or removed. */
const machines: CostSource = (world, level) => {
  const count = world.integer(8, 80)
  const price = level / count
  const [churn, isOffice] = [between(world, 0.005, 0.08), world.chance(0.5)]
  const weekend = isOffice ? between(world, 0.4, 0.9) : 1
  let running = count
  return ({ weekday }) => {
    if (world.chance(churn)) running = Math.max(1, running + (world.chance(0.5) ? 1 : -1))
    const active = weekday > 5 ? Math.round(running * weekend) : running
    const scaling = 0.02 * running * normal(world)
    return price * Math.max(0.2, active + scaling)
  }
}

/** Requests: a curve over the week, demand that remembers the days before, and a slow change of its own. */
const requests: CostSource = (world, level) => {
  const [peak, amplitude] = [world.integer(1, 7), between(world, 0, 0.35)]
  const [spread, memory] = [between(world, 0.02, 0.18), between(world, 0, 0.8)]
  const trend = Math.log1p(between(world, -0.02, 0.04)) / 30
  let [demand, grown] = [spread * normal(world), 0]
  return ({ weekday }) => {
    grown += trend
    demand = memory * demand + spread * Math.sqrt(1 - memory * memory) * normal(world)
    const curve = 1 + amplitude * Math.cos((2 * Math.PI * (weekday - peak)) / 7)
    return level * curve * Math.exp(grown + demand)
  }
}

/** Knuth's algorithm, in logarithms; `expected` events. */
export function poisson(world: Random, expected: number): number {
  if (expected > 200) return Math.max(0, Math.round(expected + Math.sqrt(expected) * normal(world)))
  let [count, sum] = [0, -Math.log(1 - world.next())]
  while (sum < expected) {
    count += 1
    sum -= Math.log(1 - world.next())
  }
  return count
}

/** From a first day by chance, where none is given. */
export function serviceWorld(
  serviceClass: ServiceClass,
  seed: string,
  horizon: number,
  start?: Temporal.PlainDate,
): ServiceWorld {
  const world = random(`service/${serviceClass.label}/${seed}`)
  const pastDays = world.integer(...serviceClass.days)
  const byChance = Temporal.PlainDate.from('2024-02-01').add({ days: world.integer(0, 600) })
  const first = start ?? byChance
  const level = 10 ** between(world, 0.5, 4)
  const source = serviceClass.source ?? (world.chance(0.5) ? machines : requests)
  const costOf = source(world.fork('source'), level)
  const change = serviceClass.change?.(world.fork('change'), { pastDays, level })
  const values = Array.from({ length: pastDays + horizon }, (_, row) => {
    const { day, month, daysInMonth, dayOfWeek: weekday } = first.add({ days: row })
    const date = { day, month, daysInMonth, weekday }
    const cost = costOf(date)
    return Math.round(Math.max(0, change ? change(cost, row, date) : cost) * 1e6) / 1e6
  })
  return { start: first.toZonedDateTime('UTC').epochMilliseconds, values, pastDays }
}
