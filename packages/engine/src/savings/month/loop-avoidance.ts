/**
 * A stopped loop: it would have run on until noticed, at an unknown time. So the period counted is short
 * (a day, or less by contract), and it is called avoidance, not saving.
 */
import type { ResourceAction } from '@kept/domain/action.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { addExact, costInNano, exact, type Nano, subtractExact, zero } from '../exact.ts'
import type { LiveAction } from './live-action.ts'
import type { Meter } from './meters.ts'
import type { PriceBook } from './prices.ts'

export function loopAvoidance(
  { sku, hourly_quantity }: Extract<ResourceAction, { kind: 'loop_stop' }>,
  { from, until }: LiveAction,
  meter: Meter,
  hours: readonly Hour[],
  { priceOf }: { priceOf: PriceBook },
): Nano {
  const before = exact(hourly_quantity)
  return hours
    .filter((hour) => from <= hour && hour < until)
    .reduce((total, hour) => {
      const after = (meter.byHour.get(hour) ?? []).reduce((sum, { quantity }) => addExact(sum, quantity), zero)
      return total + costInNano(priceOf(sku, hour), subtractExact(before, after))
    }, 0n)
}
