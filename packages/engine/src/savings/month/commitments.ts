/** Commitments: what ours save, and what it costs when existing ones lie idle because of our actions. */
import type { SavingsAction } from '@kept/domain/action.ts'
import { type Decimal, divideHalfEven } from '@kept/domain/decimal.ts'
import { type Hour, toHour } from '@kept/domain/hour.ts'
import type { CommitmentBaseline, CommitmentHour } from '@kept/domain/saving.ts'
import {
  addExact,
  compareExact,
  type Exact,
  exact,
  type Nano,
  nanoPlaces,
  nothing,
  subtractExact,
  toNano,
} from '../exact.ts'

/** Contracted less effective cost of what it covered, minus what of it lay unused. May well be negative. */
export function rateSaving(rows: readonly CommitmentHour[], from: Hour, until: Hour): Nano {
  return rows
    .filter(({ hour }) => from <= hour && hour < until)
    .reduce((total, { status, contracted, effective }) => {
      const covered = status === 'Used' ? exact(contracted) : nothing
      return total + toNano(subtractExact(covered, exact(effective)))
    }, 0n)
}

/**
 * What lies unused beyond the baseline's level, at what the same usage would cost on demand: as long as nobody reuses
 * the commitment, turning off what it covered has saved nothing.
 */
export function strandedCost(
  baseline: CommitmentBaseline,
  rows: readonly CommitmentHour[],
  from: Hour,
  to: Hour,
): Nano {
  const unused = rows
    .filter(({ hour, status }) => status === 'Unused' && from <= hour && hour < to)
    .reduce((total, { effective }) => addExact(total, exact(effective)), nothing)
  const hoursBefore = BigInt(toHour(baseline.to) - toHour(baseline.from))
  const hoursNow = BigInt(Math.max(0, to - from))
  // (unused - level x hours) x contracted / effective, as one fraction that is rounded once.
  const usual = exact(baseline.unused)
  const beyond = subtractExact(times(unused, hoursBefore), times(usual, hoursNow))
  if (compareExact(beyond, nothing) <= 0) return 0n
  const [contracted, effective] = ratio(baseline.contracted, baseline.effective)
  const scale = 10n ** BigInt(beyond.scale)
  return divideHalfEven(beyond.units * contracted * 10n ** BigInt(nanoPlaces), hoursBefore * effective * scale)
}

function times({ units, scale }: Exact, factor: bigint): Exact {
  return { units: units * factor, scale }
}

/** Both as whole numbers of one unit; a commitment that covered nothing is worth what it cost. */
function ratio(contracted: Decimal, effective: Decimal): [bigint, bigint] {
  const [a, b] = [exact(contracted), exact(effective)]
  if (a.units <= 0n || b.units <= 0n) return [1n, 1n]
  const scale = Math.max(a.scale, b.scale)
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale)]
}

/** Actions that can strand a commitment: those on resources it covered when their baseline was frozen. */
export function canStrand(action: SavingsAction): boolean {
  return action.kind !== 'commitment' && action.kind !== 'loop_stop'
}
