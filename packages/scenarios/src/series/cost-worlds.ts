/**
 * Daily cost of many classes with its continuation, as other people's bills have it: levels that moved, services that
 * began or ended, charges by the calendar. Half of the classes are for tests alone: no method was chosen on them.
 */
import { normal, type Random, random } from '../random.ts'

interface CostWorld {
  /** Midnight UTC of the first day, in milliseconds since 1970. */
  start: number
  values: number[]
  /** Days of `values` that are known; the others are what comes. */
  pastDays: number
}

export interface CostClass {
  label: string
  /** How it is made, in one phrase. */
  construction: string
  /** No method was chosen on it. */
  isTestOnly: boolean
  /** Known days, from and to. */
  days: readonly [number, number]
  /** Range of the noise, as a share; 2% to 20% where none is named. */
  noise?: readonly [number, number]
  /** Growth of a month, from and to. */
  growth?: readonly [number, number]
  /** What happens to a day, given what it would have cost. */
  change(world: Random, scene: Scene): (value: number, row: number, date: CalendarDate) => number
}

interface Scene {
  pastDays: number
  /** The first day, as `2024-03-01`. */
  first: string
  /** Mean cost of a day at the start. */
  level: number
}

export interface CalendarDate {
  day: number
  month: number
  daysInMonth: number
  /** 1 is Monday. */
  weekday: number
}

const between = (world: Random, [low, high]: readonly [number, number]) => low + (high - low) * world.next()

export function costWorld(
  { label, days, noise = [0.02, 0.2], growth = [-0.03, 0.05], change }: CostClass,
  seed: string,
  horizon: number,
): CostWorld {
  const world = random(`cost/${label}/${seed}`)
  const pastDays = world.integer(...days)
  const first = Temporal.PlainDate.from('2023-01-01').add({ days: world.integer(0, 700) })
  const level = 10 ** between(world, [0.8, 4])
  const weekdays = weekdayShares(world)
  const [variation, memory] = [between(world, noise), between(world, [0, 0.6])]
  const rise = Math.log(1 + between(world, growth)) / 30
  const changed = change(world.fork('change'), { pastDays, level, first: first.toString() })
  const noises = world.fork('noise')
  let error = normal(noises)
  const values = Array.from({ length: pastDays + horizon }, (_, row) => {
    const { day, month, daysInMonth, dayOfWeek: weekday } = first.add({ days: row })
    error = memory * error + Math.sqrt(1 - memory ** 2) * normal(noises)
    const plain = level * Math.exp(rise * row) * (weekdays[weekday - 1] ?? 1) * Math.max(0.05, 1 + variation * error)
    return Math.round(Math.max(0, changed(plain, row, { day, month, daysInMonth, weekday })) * 1e4) / 1e4
  })
  return { start: first.toZonedDateTime('UTC').epochMilliseconds, values, pastDays }
}

function weekdayShares(world: Random): number[] {
  const weekend = world.chance(0.75) ? between(world, [0.4, 0.95]) : 1
  return Array.from({ length: 7 }, (_, i) =>
    i < 5 ? between(world, [0.96, 1.04]) : weekend * between(world, [0.97, 1.03]),
  )
}
