/**
 * Daily cost that follows a rhythm of the calendar, as statements of months and years have it: a level that grows, one
 * of three shapes of a week, noise that remembers yesterday, and the rhythm of the class on top. Everything is fair.
 */
import { normal, type Random, random } from '../../random.ts'

/** What a day costs, given what it would cost without the rhythm and the level of a plain day. Called day by day, in order. */
export type Rhythm = (plain: number, date: Temporal.PlainDate, level: number) => number

export interface RhythmClass {
  label: string
  /** How it is made, in one phrase. */
  construction: string
  /** Written down before anything was measured, and no method was chosen on it. */
  isTestOnly: boolean
  /** Range of the noise as a share; 2% to 15% where none is named. */
  noise?: readonly [number, number]
  rhythm(world: Random): Rhythm
}

interface RhythmWorld {
  /** Midnight UTC of the first day, in milliseconds since 1970. */
  start: number
  values: number[]
}

export const between = (world: Random, low: number, high: number) => low + (high - low) * world.next()

/** One series of `months` months from the first to the second; the same seed gives the same days. */
export function rhythmWorld(
  { label, rhythm, noise = [0.02, 0.15] }: RhythmClass,
  seed: string,
  [fewest, most]: readonly [number, number],
): RhythmWorld {
  const world = random(`rhythm/${label}/${seed}`)
  const first = Temporal.PlainDate.from('2022-01-01').add({ days: world.integer(0, 1000) })
  const days = Math.round(30.44 * between(world, fewest, most))
  const level = 10 ** between(world, 1.2, 4.2)
  const growth = (1 + between(world, -0.02, 0.06)) ** (1 / 30.44)
  const week = weekOf(world.fork('week'))
  const [spread, memory] = [between(world, ...noise), between(world, 0, 0.5)]
  const changed = rhythm(world.fork('rhythm'))
  const noises = world.fork('noise')
  let error = normal(noises)
  const values = Array.from({ length: days }, (_, row) => {
    const date = first.add({ days: row })
    error = memory * error + Math.sqrt(1 - memory ** 2) * normal(noises)
    const trend = level * growth ** row
    const plain = trend * (week[date.dayOfWeek - 1] ?? 1) * Math.exp(spread * error - spread ** 2 / 2)
    return Math.round(100 * Math.max(0, changed(plain, date, level))) / 100
  })
  return { start: first.toZonedDateTime('UTC').epochMilliseconds, values }
}

/** Machines that rest on weekends, ones that never do, and a run on one day of the week. */
function weekOf(world: Random): number[] {
  const shape = world.pick(['rests', 'even', 'runs'])
  const rest = shape === 'rests' ? between(world, 0.35, 0.9) : 1
  const week = Array.from({ length: 7 }, (_, index) => (index < 5 ? 1 : rest) * between(world, 0.96, 1.04))
  if (shape === 'runs') week[world.integer(0, 6)] = between(world, 1.2, 1.6)
  return week
}

/** Whether offices are open on a date; holidays of a country are a class elsewhere. */
export const isWorkday = (date: Temporal.PlainDate) => date.dayOfWeek <= 5

/** Workdays from a date to the end of its month, itself included. */
export function workdaysLeft(date: Temporal.PlainDate): number {
  let count = 0
  for (let other = date; other.month === date.month; other = other.add({ days: 1 })) if (isWorkday(other)) count += 1
  return count
}

/** Workdays from the first of its month to a date, itself included. */
export function workdaysSoFar(date: Temporal.PlainDate): number {
  let count = 0
  for (let other = date; other.month === date.month; other = other.subtract({ days: 1 }))
    if (isWorkday(other)) count += 1
  return count
}

export const isLastOfMonth = (date: Temporal.PlainDate) => date.day === date.daysInMonth

/**
 * What comes on some days: a share of the day on half of the series and an amount on the others, of a size that differs
 * a little each time.
 */
export function onDays(
  world: Random,
  [low, high]: readonly [number, number],
  share: (date: Temporal.PlainDate) => number,
): Rhythm {
  const [size, isAmount, uneven] = [between(world, low, high), world.chance(0.5), between(world, 0.02, 0.15)]
  const each = world.fork('each')
  return (plain, date, level) => {
    const part = share(date)
    if (part === 0) return plain
    const added = part * size * Math.max(0.2, 1 + uneven * normal(each))
    return plain + added * (isAmount ? level : plain)
  }
}
