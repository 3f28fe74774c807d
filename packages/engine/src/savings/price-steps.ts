/** A price over time: each holds from its hour until the next one. */
import type { Exact } from './exact.ts'

export interface PriceStep {
  readonly from: number
  readonly price: Exact
}

/** The price that holds in an hour; undefined before the first. `steps` are in order of time. */
export function priceAt(steps: readonly PriceStep[], hour: number): Exact | undefined {
  let [low, high] = [0, steps.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((steps[middle]?.from ?? hour) <= hour) low = middle + 1
    else high = middle
  }
  return steps[low - 1]?.price
}
