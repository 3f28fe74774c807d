/** What one action saved on one meter, and what of it rests on what some baseline expected. */
import type { CellSaving } from '../chain.ts'
import type { Nano } from '../exact.ts'
import type { ModeledSaving } from '../modeled/billable-part.ts'
import type { LiveAction } from './live-action.ts'

interface MeterSum {
  readonly live: LiveAction
  add(step: CellSaving['steps'][number], expectedBy: LiveAction | undefined): void
  close(driftOf: (live: LiveAction) => bigint): ModeledSaving
}

export function openSum(live: LiveAction): MeterSum {
  let total = 0n
  const restsOn = new Map<LiveAction, Nano>()
  return {
    live,
    add({ before, saved }, expectedBy) {
      total += saved
      if (!expectedBy) return
      // A rightsize saves in proportion to what was expected; the others may save less by all that was expected too much.
      const rests = live.change.kind === 'rightsize' ? absolute(saved) : before
      restsOn.set(expectedBy, (restsOn.get(expectedBy) ?? 0n) + rests)
    },
    close(driftOf) {
      const sum = { saved: total, unsure80: 0n, unsure68: 0n, unsureEither: 0n }
      for (const [expectedBy, rests] of restsOn) {
        const { error80, error68 } = expectedBy.errors
        const drift = driftOf(expectedBy)
        sum.unsure80 += rests * larger(error80, drift)
        sum.unsure68 += rests * larger(error68, drift)
        sum.unsureEither += rests * larger(error68, absolute(drift))
      }
      return sum
    },
  }
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}
