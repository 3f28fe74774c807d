/** What of a modeled saving may be billed: its lower bound, and zero when it is too uncertain. */
import { divideHalfEven } from '@kept/foundation/decimal.ts'
import type { Nano } from '../exact.ts'

export interface ModeledSaving {
  /** At face value. */
  saved: Nano
  /** How much of it may be missing, one-sided at 80 % and at 68 %: in millionths of a nano-unit, not yet rounded. */
  unsure80: bigint
  unsure68: bigint
  /** How much more or less it may be, at 68 %. Unbilled growth makes a saving less certain too, but not doubtful. */
  unsureEither: bigint
}

/** The one-sided 80 % lower bound; zero when the 68 % uncertainty is more than half of the saving. */
export function billablePart({ saved, unsure80, unsure68 }: Omit<ModeledSaving, 'unsureEither'>): Nano {
  // A loss is not made smaller by being unsure of it.
  if (saved <= 0n) return saved
  if (inNano(unsure68) * 2n > saved) return 0n
  const lower = saved - inNano(unsure80)
  return lower > 0n ? lower : 0n
}

export function inNano(millionths: bigint): Nano {
  return divideHalfEven(millionths, 1_000_000n)
}
