/**
 * How far a profile is off in weeks it has not seen: every week of the baseline is held out once and expected from the
 * others. What runs alike every week has no error, and what is saved on it is exact; everything else is modeled.
 */
import type { Baseline } from '@kept/domain/saving.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { conformalQuantile } from '../modeled/conformal.ts'

export type ProfileErrors = Pick<Baseline, 'error_80_ppm' | 'error_68_ppm'>

const hoursOfWeek = 168

const trendRules = {
  fewestWeeks: 4,
  /** Standard errors that the fall of a week has to be away from none. */
  significance: 3,
  /** From the middle of four weeks of baseline to the middle of the month that follows them. */
  weeksAhead: 4.15,
} as const

interface HeldOut {
  times: readonly Hour[]
  /** First hour after the baseline; weeks are counted back from it. */
  to: Hour
  /** Cost in each of the times: measured, and as a profile made of the times given expects it. */
  measured: readonly number[]
  expectedFrom(times: readonly Hour[]): (hour: Hour) => number
  /** A cautious profile is low on purpose: only what it still expects too much of counts against it. */
  isCautious: boolean
  /** What to say when there are too few weeks to hold any out. */
  fallback: ProfileErrors
}

export function heldOutErrors({ times, to, measured, expectedFrom, isCautious, fallback }: HeldOut): ProfileErrors {
  const weekOf = (hour: Hour) => Math.floor((to - 1 - hour) / hoursOfWeek)
  const weeks = Math.floor((to - (times[0] ?? to)) / hoursOfWeek)
  const misses = Array.from({ length: weeks }, (_, week) => {
    const expected = expectedFrom(times.filter((hour) => weekOf(hour) !== week))
    const sums = times.reduce(
      (sum, hour, index) =>
        weekOf(hour) === week
          ? { measured: sum.measured + (measured[index] ?? 0), expected: sum.expected + expected(hour) }
          : sum,
      { measured: 0, expected: 0 },
    )
    return sums.expected > 0 ? (sums.expected - sums.measured) / sums.expected : 0
  })
  const over = conformalQuantile(misses, 0.8)
  const either = conformalQuantile(isCautious ? misses : misses.map(Math.abs), 0.68)
  if (over === null || either === null) return fallback
  const falling = fallAhead(times, measured, weekOf, weeks, expectedFrom(times))
  return { error_80_ppm: toPpm(Math.max(over, falling)), error_68_ppm: toPpm(Math.max(either, falling)) }
}

/**
 * How much too high the profile is for the month ahead if the fall of its weeks goes on, as a share of what it expects;
 * zero where the weeks do not fall. A resource that shrank week by week would have cost less without any action.
 */
function fallAhead(
  times: readonly Hour[],
  measured: readonly number[],
  weekOf: (hour: Hour) => number,
  weeks: number,
  expected: (hour: Hour) => number,
): number {
  if (weeks < trendRules.fewestWeeks) return 0
  const sums = Array.from({ length: weeks }, () => ({ measured: 0, expected: 0, hours: 0 }))
  for (const [index, hour] of times.entries()) {
    const sum = sums[weekOf(hour)]
    if (!sum) continue
    sum.measured += measured[index] ?? 0
    sum.expected += expected(hour)
    sum.hours += 1
  }
  // Week 0 is the last one: a level that rises with the number fell in time.
  const levels = sums.map((sum) => (sum.hours === 0 ? Number.NaN : sum.measured / sum.hours))
  const center = (weeks - 1) / 2
  const mean = levels.reduce((total, level) => total + level, 0) / weeks
  const squares = levels.reduce((total, _, week) => total + (week - center) ** 2, 0)
  const slope = levels.reduce((total, level, week) => total + (week - center) * (level - mean), 0) / squares
  const residuals = levels.reduce((total, level, week) => total + (level - mean - slope * (week - center)) ** 2, 0)
  const error = Math.sqrt(residuals / (weeks - 2) / squares)
  // A gap of a week leaves nothing to say; what is all alike has no slope.
  if (!(slope > trendRules.significance * error) || slope < 1e-9 * mean) return 0
  const expectedLevel = sums.reduce((total, sum) => total + sum.expected / sum.hours, 0) / weeks
  const ahead = Math.max(0, mean - slope * trendRules.weeksAhead)
  return expectedLevel > 0 ? Math.max(0, (expectedLevel - ahead) / expectedLevel) : 0
}

/** Rounded up, floats' last digits aside: being more careful is never wrong. */
export function toPpm(share: number): number {
  return Number.isFinite(share) ? Math.max(0, Math.ceil(share * 1e6 - 1e-3)) : 1_000_000
}
