/** What a frozen baseline expects of an hour: b(t), for every meter it knows. */
import type { Baseline } from '@kept/domain/saving.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { addExact, type Exact, exactReader, zero } from '../exact.ts'
import { slotsOf } from './slots.ts'

/** Quantity expected of one meter, which may have gone by several SKUs. */
export type Expected = (skus: ReadonlySet<string>, hour: Hour) => Exact

const read = exactReader()

export function expectedBy(baseline: Baseline): Expected {
  const slotOf = slotsOf(baseline.meters[0]?.quantities.length ?? 1, baseline.time_zone)
  return (skus, hour) => {
    const slot = slotOf(hour)
    let total = zero
    for (const { sku, quantities } of baseline.meters) {
      if (!skus.has(sku)) continue
      // Read when it is asked for: ten thousand profiles would otherwise be numbers in memory all at once.
      const quantity = read(quantities[slot] ?? '0')
      total = total === zero ? quantity : addExact(total, quantity)
    }
    return total
  }
}
