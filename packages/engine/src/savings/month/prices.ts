/**
 * The price of the reporting hour, of any SKU: from the customer's own bill, else from the latest notice, else as it was
 * when a baseline was frozen. Both sides of a saving use it, so that a price cut by the provider is never a saving.
 */

import { badInput } from '@kept/domain/errors.ts'
import type { PriceSeen } from '@kept/domain/saving.ts'
import { fromHour, type Hour } from '@kept/foundation/calendar/hour.ts'
import { compareExact, type Exact, exact, smallerExact } from '../exact.ts'
import { type PriceStep, priceAt } from '../price-steps.ts'
import type { BillFacts, MonthSetup } from './setup.ts'

export type PriceBook = (sku: string, hour: Hour) => Exact

export function openPriceBook(setup: MonthSetup, bill: BillFacts): PriceBook {
  const frozen = frozenPrices(setup)
  const currentSteps = stepsBySku([...setup.priceNotices, ...bill.prices], frozen)
  const isCautious = setup.config.price_policy === 'smaller'
  return (sku, hour) => {
    const before = frozen.get(sku)?.price
    const steps = currentSteps.get(sku) ?? []
    // Before a SKU was first used, its first price is the nearest that is known.
    const now = priceAt(steps, hour) ?? before ?? steps[0]?.price
    if (!now) throw badInput(`Neither the bill nor a baseline has a price for the SKU "${sku}" in ${fromHour(hour)}.`)
    return isCautious && before ? smallerExact(before, now) : now
  }
}

/** The oldest baseline's word, should there be several: it is nearest to the state before our actions. */
function frozenPrices({ baselines }: MonthSetup): Map<string, PriceStep> {
  const frozen = new Map<string, PriceStep>()
  for (const { meters } of [...baselines.values()].toSorted((a, b) => (a.to < b.to ? -1 : 1))) {
    for (const { sku, price } of meters) {
      if (!frozen.has(sku)) frozen.set(sku, { from: Number.NEGATIVE_INFINITY, price: exact(price) })
    }
  }
  return frozen
}

/** Later words of the same hour win: the bill is read after the notices. */
function stepsBySku(prices: readonly PriceSeen[], frozen: ReadonlyMap<string, PriceStep>): Map<string, PriceStep[]> {
  const byHour = new Map<string, Map<Hour, Exact>>()
  for (const { sku, hour, price } of prices) {
    const ofSku = byHour.get(sku) ?? new Map<Hour, Exact>()
    byHour.set(sku, ofSku.set(hour, exact(price)))
  }
  return new Map(
    [...byHour].map(([sku, ofSku]) => {
      const steps = [...ofSku].map(([from, price]) => ({ from, price })).toSorted((a, b) => a.from - b.from)
      const first = frozen.get(sku)
      return [sku, changesOf(first ? [first, ...steps] : steps)]
    }),
  )
}

/** A price that stays is one step, not one for every hour. */
function changesOf(steps: readonly PriceStep[]): PriceStep[] {
  const changes: PriceStep[] = []
  for (const step of steps) {
    const last = changes.at(-1)
    if (!last || compareExact(last.price, step.price) !== 0) changes.push(step)
  }
  return changes
}
