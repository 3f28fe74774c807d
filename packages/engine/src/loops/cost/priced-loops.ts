/** What one iteration uses of each SKU, so that a loop has a price as soon as it is seen and long before it is billed. */
import type { IterationPrice } from '@kept/domain/loop-price.ts'
import { type Decimal, decimal, multiply } from '@kept/foundation/decimal.ts'
import { median, quantile } from '../../maths/quantile.ts'
import type { LoopEvaluation } from '../evaluation.ts'
import type { Incident } from '../incidents.ts'
import { type CostImpact, costImpact, type SkuUse } from './impact.ts'
import { listPricesOf } from './list-prices.ts'
import type { LoopUse } from './loop-use.ts'

/** What is known beside the loop to reckon its cost by. */
export interface Pricing {
  prices: readonly IterationPrice[]
  /** By resource id: calls an hour at this hour of the week, of each week before in which anything was heard. */
  hourlyBaselines?: ReadonlyMap<string, readonly number[]>
  /** Whether a public list may stand in where no price is known. */
  lists?: boolean
}

export const noPricing: Pricing = { prices: [] }

export interface PricedLoop extends CostImpact {
  baseline_per_hour: number | null
  baseline_weeks: number
  above_baseline: number
}

/** An incident at its usual pace: windows that are not full yet, or no more, do not move a median. */
export function pricedIncident({ worst, rates }: Incident, pricing: Pricing): PricedLoop | null {
  const pace = (share: number) => (rates.length > 0 ? quantile(rates, share) : worst.metrics.perMinute)
  const [middle, low, high] = [pace(0.6), pace(0.25), pace(1)]
  const relative = (rate: number) => (middle > 0 ? rate / middle : 1)
  const range = worst.volumeRange ?? { low: 1, high: 1 }
  return priced(worst, pricing, {
    middle: worst.metrics.perMinute > 0 ? middle / worst.metrics.perMinute : 1,
    low: relative(low) * range.low,
    high: relative(high) * range.high,
  })
}

interface Pace {
  /** Of the rates of the worst evaluation. */
  middle: number
  low: number
  high: number
}

/** The impact in the currency of the first price that fits; null where none does. */
function priced(evaluation: LoopEvaluation, pricing: Pricing, pace: Pace): PricedLoop | null {
  const uses = evaluation.uses.length > 0 ? evaluation.uses : [ownUse(evaluation)]
  const baseline = baselineOf(evaluation, pricing, pace.middle)
  const skuUses = uses.flatMap((use) =>
    pricesFor(use, evaluation, pricing).flatMap((price) => {
      // A price for loops of any resource is one for their iterations, wherever they ran.
      const counted = price.resource === undefined ? { ...use, perMinute: evaluation.metrics.perMinute } : use
      const units = unitsPerHour(counted, price, pace.middle * baseline.above_baseline)
      return units === null ? [] : [skuUse(use, price, units, pace)]
    }),
  )
  const [impact] = costImpact(skuUses)
  return impact ? { ...impact, ...baseline } : null
}

function ownUse({ resource, metrics }: LoopEvaluation): LoopUse {
  const { id, name, kind, provider } = resource
  return { id, name, kind, provider, ...metrics, runs: true, size: null }
}

/** The customer's own, or what was given; only where neither names this resource, a public list. */
function pricesFor(use: LoopUse, { resource }: LoopEvaluation, { prices, lists }: Pricing): readonly IterationPrice[] {
  const isMain = use.id === resource.id
  const resourcePrices = prices.filter(({ resource: name }) =>
    name === undefined ? isMain : name === use.id || name === use.name || logsOf(use) === name,
  )
  return resourcePrices.length > 0 || !lists ? resourcePrices : listPricesOf(use)
}

/** Functions log to a group of their name. */
export function logsOf({ kind, name }: Pick<LoopUse, 'kind' | 'name'>): string | undefined {
  return kind === 'serverless' ? `/aws/lambda/${name}` : undefined
}

function unitsPerHour(use: LoopUse, price: IterationPrice, share: number): Decimal | null {
  if (price.units === 'size_hours' || (price.units === 'busy_hours' && use.size !== null))
    return use.size === null ? null : exact(use.size)
  // A service that only waits for the answer is not run once more by it.
  if (price.source !== 'given' && !use.runs && price.units !== 'gb_seconds' && price.units !== 'busy_hours') return null
  const unitsPerIteration = unitsOfOne(use, price)
  return unitsPerIteration === null ? null : multiply(exact(use.perMinute * 60 * share), unitsPerIteration)
}

function unitsOfOne(
  { avgMs, memoryMb }: LoopUse,
  { units, memory_gb, fallback_units: fallbackUnits }: IterationPrice,
): Decimal | null {
  if (units === 'gb_seconds') {
    const gb = memory_gb ?? (memoryMb === null ? null : exact(memoryMb / 1024))
    return gb === null || avgMs === null ? (fallbackUnits ?? null) : multiply(gb, exact(avgMs / 1000))
  }
  if (units === 'busy_hours') return avgMs === null ? (fallbackUnits ?? null) : decimal((avgMs / 3_600_000).toFixed(12))
  return units === 'size_hours' ? null : units
}

function skuUse(use: LoopUse, price: IterationPrice, units: Decimal, pace: Pace): SkuUse {
  const rateAt = (share: number) => multiply(units, exact(share))
  const isSteady = use.size !== null
  return {
    resource_id: use.id,
    sku_price_id: price.sku_price_id,
    currency: price.currency,
    unit: price.unit,
    source: price.source,
    unit_price: price.unit_price,
    ...(price.unit_price_low !== undefined && { unit_price_low: price.unit_price_low }),
    ...(price.unit_price_high !== undefined && { unit_price_high: price.unit_price_high }),
    rate_now: units,
    // A machine that runs anyway costs nothing more for being busy.
    rate_low:
      price.units === 'busy_hours' && use.kind !== 'store' && !isSteady ? '0' : isSteady ? units : rateAt(pace.low),
    rate_high: isSteady ? units : rateAt(pace.high),
    baseline_rates: [],
  }
}

/**
 * What is usual is taken off where the same telemetry told of it in the weeks before. What comes back in a lineage is
 * never usual: its iterations are the excess themselves.
 */
function baselineOf(evaluation: LoopEvaluation, { hourlyBaselines }: Pricing, share: number) {
  const weeks = hourlyBaselines?.get(evaluation.resource.id) ?? []
  if (weeks.length === 0) return { baseline_per_hour: null, baseline_weeks: 0, above_baseline: 1 }
  const baselinePerHour = median([...weeks])
  const baseline = { baseline_per_hour: Number(baselinePerHour.toFixed(3)), baseline_weeks: weeks.length }
  if (evaluation.gain !== null) return { ...baseline, above_baseline: 1 }
  const loop = evaluation.metrics.perMinute * 60 * share
  const all = Math.max(loop, (evaluation.callsPerMinute ?? 0) * 60)
  const above = Math.min(loop, Math.max(0, all - baselinePerHour))
  return { ...baseline, above_baseline: loop > 0 ? Number((above / loop).toFixed(6)) : 1 }
}

function exact(value: number): Decimal {
  return decimal(value.toFixed(9))
}
