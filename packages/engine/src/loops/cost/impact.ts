/**
 * What a loop costs: for each SKU it touches, what is used above the same hour of the week before, at the customer's own
 * unit price. Exact decimals; each SKU of a resource counts once; unknown is null.
 */

import type { PriceSource } from '@kept/domain/loop-price.ts'
import { add, compare, type Decimal, larger, multiply, smaller, subtract } from '@kept/foundation/decimal.ts'

export interface SkuUse {
  resource_id: string
  sku_price_id: string
  currency: string
  unit?: string
  source?: PriceSource
  /** ContractedUnitPrice, else the list price. */
  unit_price: Decimal
  /** The least and most a unit may cost by the tiers of the price. */
  unit_price_low?: Decimal
  unit_price_high?: Decimal
  /** Units per hour now. */
  rate_now: Decimal
  /** The same at its slowest and its fastest of the last minutes. */
  rate_low?: Decimal
  rate_high?: Decimal
  /** Units per hour at this hour of the week, in up to four weeks before; none where the resource is new. */
  baseline_rates: readonly Decimal[]
}

interface CostLine {
  resource_id: string
  sku_price_id: string
  unit: string
  units_per_hour: Decimal
  unit_price: Decimal
  hourly: Decimal
  source: PriceSource
}

export interface CostImpact {
  currency: string
  hourly: Decimal
  hourly_low: Decimal
  hourly_high: Decimal
  daily: Decimal
  by_sku: CostLine[]
}

/** One impact for each currency: amounts of two currencies are never added. */
export function costImpact(uses: readonly SkuUse[]): CostImpact[] {
  const impacts = new Map<string, CostImpact>()
  const counted = new Set<string>()
  for (const use of uses) {
    const key = JSON.stringify([use.resource_id, use.sku_price_id])
    if (counted.has(key)) continue
    counted.add(key)
    const baseline = medianOf(use.baseline_rates)
    const spread = medianOf(use.baseline_rates.map((rate) => distance(rate, baseline)))
    const excess = above(use.rate_now, baseline)
    const hourly = multiply(excess, use.unit_price)
    const low = multiply(
      above(use.rate_low ?? use.rate_now, add(baseline, spread)),
      use.unit_price_low ?? use.unit_price,
    )
    const high = multiply(
      above(use.rate_high ?? use.rate_now, larger('0', subtract(baseline, spread))),
      use.unit_price_high ?? use.unit_price,
    )
    const impact = impacts.get(use.currency) ?? {
      currency: use.currency,
      hourly: '0',
      hourly_low: '0',
      hourly_high: '0',
      daily: '0',
      by_sku: [],
    }
    impact.hourly = add(impact.hourly, hourly)
    impact.hourly_low = add(impact.hourly_low, smaller(low, hourly))
    impact.hourly_high = add(impact.hourly_high, larger(high, hourly))
    impact.daily = multiply(impact.hourly, '24')
    impact.by_sku.push({
      resource_id: use.resource_id,
      sku_price_id: use.sku_price_id,
      unit: use.unit ?? '',
      units_per_hour: excess,
      unit_price: use.unit_price,
      hourly,
      source: use.source ?? 'given',
    })
    impacts.set(use.currency, impact)
  }
  return [...impacts.values()]
}

/** Spent since the onset and what will be by the given hours from now, if nothing is done. */
export function projected(
  hourly: Decimal,
  hoursSoFar: Decimal,
  hoursToGo: Decimal,
): { spent: Decimal; total: Decimal } {
  const spent = multiply(hourly, hoursSoFar)
  return { spent, total: add(spent, multiply(hourly, hoursToGo)) }
}

function above(rate: Decimal, baseline: Decimal): Decimal {
  return larger('0', subtract(rate, baseline))
}

function distance(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) >= 0 ? subtract(a, b) : subtract(b, a)
}

/** The middle one; of an even number the mean of the middle two, exactly. */
function medianOf(rates: readonly Decimal[]): Decimal {
  if (rates.length === 0) return '0'
  const sorted = rates.toSorted(compare)
  const midpoint = sorted.length >> 1
  const upper = sorted[midpoint] ?? '0'
  return sorted.length % 2 === 1 ? upper : multiply(add(sorted[midpoint - 1] ?? '0', upper), '0.5')
}
