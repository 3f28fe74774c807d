/**
 * How far a profile is off in weeks it has not seen: every week of the baseline is held out once and expected from the
 * others. What runs alike every week has no error, and what is saved on it is exact; everything else is modeled.
 */
import type { Baseline } from '@kept/domain/saving.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { conformalQuantile } from '../modeled/conformal.ts'

export type ProfileErrors = Pick<Baseline, 'error_80_ppm' | 'error_68_ppm'>

const hoursOfWeek = 168

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
  return { error_80_ppm: toPpm(over), error_68_ppm: toPpm(either) }
}

/** Rounded up, floats' last digits aside: being more careful is never wrong. */
export function toPpm(share: number): number {
  return Number.isFinite(share) ? Math.max(0, Math.ceil(share * 1e6 - 1e-3)) : 1_000_000
}
