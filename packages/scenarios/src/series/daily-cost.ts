/**
 * Daily cost of one scope as on bills: a weekly pattern, growth, autocorrelated noise, occasional heavy tails, charges
 * on the first of the month; and optionally a planted anomaly of known day and size.
 */
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { normal, type Random, random } from '../random.ts'

export type Planted =
  | { kind: 'spike'; size: number; days?: number }
  | { kind: 'shift'; size: number }
  /** Grows by this share a day. */
  | { kind: 'drift'; size: number }

export interface DailyCost {
  /** Midnight UTC of the first day, in milliseconds since 1970. */
  start: number
  values: number[]
  /** Standard deviation of the noise relative to the level. */
  variation: number
  heavyTails: boolean
  /** Days with a monthly charge. */
  monthStarts: number[]
  /** Where something was planted. */
  planted: { day: number; anomaly: Planted } | null
}

/** One series; the same seed gives the same clean days whatever is planted. */
export function dailyCost(seed: string, { days = 240, plant }: { days?: number; plant?: Planted } = {}): DailyCost {
  const world = random(seed)
  const start = Temporal.PlainDate.from({ year: 2024, month: world.integer(1, 12), day: 1 }).toZonedDateTime(
    'UTC',
  ).epochMilliseconds
  const level = 10 ** between(world, 1.3, 4)
  const growth = between(world, -0.05, 0.1) / 30
  const weekend = between(world, 0, 0.5)
  const weekdays = Array.from({ length: 7 }, (_, i) => (i < 2 ? 1 - weekend : 1) + between(world, -0.03, 0.03))
  const variation = between(world, 0.02, 0.15)
  const heavyTails = world.chance(0.3)
  const memory = between(world, 0, 0.7)
  const charge = world.chance(0.4) ? between(world, 0.2, 1.5) : 0
  const plantDay = plant ? world.fork('plant').integer(Math.floor(days / 2), days - 30) : -1
  const values: number[] = []
  const monthStarts: number[] = []
  const noises = world.fork('noise')
  let noise = 0
  for (let i = 0; i < days; i += 1) {
    const newNoise = heavyTails ? studentThree(noises) : normal(noises)
    noise = memory * noise + Math.sqrt(1 - memory ** 2) * variation * newNoise
    const isFirst = dayOfMonth(start, i) === 1
    if (isFirst && charge > 0) monthStarts.push(i)
    const baseline = level * Math.exp(growth * i) * (weekdays[(i + 4) % 7] ?? 1) * Math.max(0.05, 1 + noise)
    const value = baseline * effect(plant, i - plantDay, plantDay) + (isFirst ? level * charge : 0)
    values.push(Math.round(value * 100) / 100)
  }
  return {
    start,
    values,
    variation,
    heavyTails,
    monthStarts,
    planted: plant ? { day: plantDay, anomaly: plant } : null,
  }
}

function effect(plant: Planted | undefined, daysSince: number, plantDay: number): number {
  if (!plant || plantDay < 0 || daysSince < 0) return 1
  if (plant.kind === 'spike') return daysSince < (plant.days ?? 1) ? 1 + plant.size : 1
  return plant.kind === 'shift' ? 1 + plant.size : (1 + plant.size) ** (daysSince + 1)
}

const between = (from: Random, low: number, high: number) => low + (high - low) * from.next()

/** Student's t with three degrees of freedom, scaled to a standard deviation of one. */
function studentThree(from: Random): number {
  const squares = normal(from) ** 2 + normal(from) ** 2 + normal(from) ** 2
  return normal(from) / Math.sqrt(squares / 3) / Math.sqrt(3)
}

/** Calendar arithmetic without a clock: start is the first of a month. */
function dayOfMonth(start: number, days: number): number {
  return Temporal.Instant.fromEpochMilliseconds(start + days * dayMs).toZonedDateTimeISO('UTC').day
}
