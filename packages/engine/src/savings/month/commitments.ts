/** Commitments: what ours save, and what it costs when existing ones lie idle because of our actions. */
import type { SavingsAction } from '@kept/domain/action.ts'
import type { CommitmentBaseline, CommitmentHour } from '@kept/domain/saving.ts'
import { type Hour, toHour } from '@kept/foundation/calendar/hour.ts'
import { type Decimal, divideHalfEven } from '@kept/foundation/decimal.ts'
import { compareExact, exact, type Nano, nanoPlaces, subtractExact, toNano, zero } from '../exact.ts'
import { type Fraction, times, unusedIn, usedIn } from './unused-part.ts'

/** Contracted less effective cost of what it covered, minus what of it lay unused. May well be negative. */
export function rateSaving(rows: readonly CommitmentHour[], from: Hour, until: Hour): Nano {
  const saved = rows
    .filter(({ hour, status }) => status === 'Used' && from <= hour && hour < until)
    .reduce((total, { contracted, effective }) => {
      return total + toNano(subtractExact(exact(contracted), exact(effective)))
    }, 0n)
  const unused = unusedIn(rows, { from, to: until })
  return saved - fractionToNano(unused)
}

function fractionToNano({ value, divisor }: Fraction): Nano {
  return divideHalfEven(value.units * 10n ** BigInt(nanoPlaces), divisor * 10n ** BigInt(value.scale))
}

/**
 * What lies unused beyond the baseline's level, at what the same usage would cost on demand: as long as nothing reuses
 * the commitment, turning off what it covered has saved nothing.
 */
export function unusedCommitmentCost(
  baseline: CommitmentBaseline,
  rows: readonly CommitmentHour[],
  from: Hour,
  to: Hour,
): Nano {
  if (baseline.stated === false && rows.every(({ status }) => status !== 'Unused'))
    return missingCoverage(baseline, rows, from, to)
  const unused = unusedIn(rows, { from, to })
  const hoursBefore = BigInt(toHour(baseline.to) - toHour(baseline.from))
  const hoursNow = BigInt(Math.max(0, to - from))
  // (unused - level x hours) x contracted / effective, as one fraction that is rounded once.
  const baselineUnused = exact(baseline.unused)
  const beyond = subtractExact(times(unused.value, hoursBefore), times(baselineUnused, hoursNow * unused.divisor))
  if (compareExact(beyond, zero) <= 0) return 0n
  const [contracted, effective] = ratio(baseline.contracted, baseline.effective)
  const scale = 10n ** BigInt(beyond.scale)
  return divideHalfEven(
    beyond.units * contracted * 10n ** BigInt(nanoPlaces),
    hoursBefore * effective * scale * unused.divisor,
  )
}

/**
 * Where the bill does not state what lies unused: covered usage that is gone, at what it costs without the commitment.
 * Whether the commitment has ended or lies unused cannot be told from such a bill, and nothing is billed that may not
 * have been saved.
 */
function missingCoverage(
  { from: start, to: end, contracted }: CommitmentBaseline,
  rows: readonly CommitmentHour[],
  from: Hour,
  to: Hour,
): Nano {
  const hoursBefore = BigInt(toHour(end) - toHour(start))
  const hoursNow = BigInt(Math.max(0, to - from))
  const covered = usedIn(rows, { from, to }, 'contracted')
  const expected = times(exact(contracted), hoursNow * covered.divisor)
  const missing = subtractExact(expected, times(covered.value, hoursBefore))
  if (compareExact(missing, zero) <= 0) return 0n
  const scale = 10n ** BigInt(missing.scale)
  return divideHalfEven(missing.units * 10n ** BigInt(nanoPlaces), hoursBefore * covered.divisor * scale)
}

/** Both as whole numbers of one unit; a commitment that covered nothing is worth what it cost. */
function ratio(contracted: Decimal, effective: Decimal): [bigint, bigint] {
  const [a, b] = [exact(contracted), exact(effective)]
  if (a.units <= 0n || b.units <= 0n) return [1n, 1n]
  const scale = Math.max(a.scale, b.scale)
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale)]
}

/** Actions that can leave a commitment unused: those on resources it covered when their baseline was frozen. */
export function canLeaveUnused(action: SavingsAction): boolean {
  return action.kind !== 'commitment' && action.kind !== 'loop_stop'
}
