/**
 * Whether a schedule's baseline still describes the resource: in the hours that are not switched off, what it expects can
 * be set against what ran. A customer who has halved a machine has halved its nights too, though no bill shows it.
 */
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { addExact, type Exact, subtractExact, zero } from '../exact.ts'
import type { LiveAction } from './live-action.ts'
import type { Meter, Metered } from './meters.ts'

/** Up to a twentieth of a month of hours on demand is no evidence of drift. */
const smallestShiftPpm = 50_000n

interface Drift {
  /** An hour that nothing masks. */
  observe(meter: Meter, live: readonly LiveAction[], hour: Hour, running: readonly Metered[]): void
  /** How much less ran than was expected, in parts per million; negative when more did. Zero for what is no shift. */
  shareOf(live: LiveAction): bigint
}

export function createDriftMonitor(): Drift {
  const sumByAction = new Map<LiveAction, { expected: Exact; ran: Exact }>()
  return {
    observe(meter, live, hour, running) {
      const schedule = live.find(({ action }) => action.kind === 'schedule')
      if (!schedule) return
      const sum = sumByAction.get(schedule) ?? { expected: zero, ran: zero }
      sumByAction.set(schedule, sum)
      sum.expected = addExact(sum.expected, schedule.expected(meter.skus, hour))
      for (const { quantity } of running) sum.ran = addExact(sum.ran, quantity)
    },
    shareOf(live) {
      const sum = sumByAction.get(live)
      if (!sum || sum.expected.units === 0n) return 0n
      const short = subtractExact(sum.expected, sum.ran)
      const expected = sum.expected.units * 10n ** BigInt(short.scale - sum.expected.scale)
      const ppm = (short.units * 1_000_000n) / expected
      return ppm < smallestShiftPpm && ppm > -smallestShiftPpm ? 0n : ppm
    },
  }
}
