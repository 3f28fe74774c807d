/** What one iteration uses of each SKU, so that a loop has a price as soon as it is seen and long before it is billed. */
import { type Decimal, decimal, multiply } from '@kept/domain/decimal.ts'
import type { IterationPrice } from '@kept/domain/loop-price.ts'
import { median, quantile } from '../../maths/quantile.ts'
import type { Incident } from '../incidents.ts'
import type { Verdict } from '../verdict.ts'
import { type CostImpact, costImpact, type SkuUse } from './impact.ts'
import { listPricesOf } from './list-prices.ts'
import type { LoopUse } from './loop-use.ts'

/** What is known beside the loop to reckon its cost by. */
export interface Pricing {
  prices: readonly IterationPrice[]
  /** By resource id: calls an hour at this hour of the week, of each week before in which anything was heard. */
  usual?: ReadonlyMap<string, readonly number[]>
  /** Whether a public list may stand in where no price is known. */
  lists?: boolean
}

export const noPricing: Pricing = { prices: [] }

export interface PricedLoop extends CostImpact {
  usual_per_hour: number | null
  usual_weeks: number
  above_usual: number
}

/** An incident at its usual pace: windows that are not full yet, or no more, do not move a median. */
export function pricedIncident({ worst, rates }: Incident, pricing: Pricing): PricedLoop | null {
  const pace = (share: number) => (rates.length > 0 ? quantile(rates, share) : worst.metrics.perMinute)
  const [middle, low, high] = [pace(0.6), pace(0.25), pace(1)]
  const relative = (rate: number) => (middle > 0 ? rate / middle : 1)
  return priced(worst, pricing, {
    middle: worst.metrics.perMinute > 0 ? middle / worst.metrics.perMinute : 1,
    low: relative(low),
    high: relative(high),
  })
}

interface Pace {
  /** Of the worst verdict's rates. */
  middle: number
  low: number
  high: number
}

/** The impact in the currency of the first price that fits; null where none does. */
function priced(verdict: Verdict, pricing: Pricing, pace: Pace): PricedLoop | null {
  const uses = verdict.uses.length > 0 ? verdict.uses : [ownUse(verdict)]
  const baseline = baselineOf(verdict, pricing, pace.middle)
  const skuUses = uses.flatMap((use) =>
    pricesFor(use, verdict, pricing).flatMap((price) => {
      // A price for loops of any resource is one for their iterations, wherever they ran.
      const counted = price.resource === undefined ? { ...use, perMinute: verdict.metrics.perMinute } : use
      const units = unitsPerHour(counted, price, pace.middle * baseline.above_usual)
      return units === null ? [] : [skuUse(use, price, units, pace)]
    }),
  )
  const [impact] = costImpact(skuUses)
  return impact ? { ...impact, ...baseline } : null
}

function ownUse({ resource, metrics }: Verdict): LoopUse {
  const { id, name, kind, provider } = resource
  return { id, name, kind, provider, ...metrics, runs: true, size: null }
}

/** The customer's own, or what was given; only where neither names this resource, a public list. */
function pricesFor(use: LoopUse, { resource }: Verdict, { prices, lists }: Pricing): readonly IterationPrice[] {
  const isMain = use.id === resource.id
  const own = prices.filter(({ resource: name }) =>
    name === undefined ? isMain : name === use.id || name === use.name || logsOf(use) === name,
  )
  return own.length > 0 || !lists ? own : listPricesOf(use)
}

/** Functions log to a group of their name. */
export function logsOf({ kind, name }: Pick<LoopUse, 'kind' | 'name'>): string | undefined {
  return kind === 'serverless' ? `/aws/lambda/${name}` : undefined
}

function unitsPerHour(use: LoopUse, price: IterationPrice, share: number): Decimal | null {
  if (price.units === 'size_hours' || (price.units === 'busy_hours' && use.size !== null))
    return use.size === null ? null : exact(use.size)
  // Whoever only waits for an answer is not run once more by it.
  if (price.source !== 'given' && !use.runs && price.units !== 'gb_seconds' && price.units !== 'busy_hours') return null
  const each = unitsOfOne(use, price)
  return each === null ? null : multiply(exact(use.perMinute * 60 * share), each)
}

function unitsOfOne({ avgMs, memoryMb }: LoopUse, { units, memory_gb, otherwise }: IterationPrice): Decimal | null {
  if (units === 'gb_seconds') {
    const gb = memory_gb ?? (memoryMb === null ? null : exact(memoryMb / 1024))
    return gb === null || avgMs === null ? (otherwise ?? null) : multiply(gb, exact(avgMs / 1000))
  }
  if (units === 'busy_hours') return avgMs === null ? (otherwise ?? null) : decimal((avgMs / 3_600_000).toFixed(12))
  return units === 'size_hours' ? null : units
}

function skuUse(use: LoopUse, price: IterationPrice, units: Decimal, pace: Pace): SkuUse {
  const at = (share: number) => multiply(units, exact(share))
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
    rate_low: price.units === 'busy_hours' && use.kind !== 'store' && !isSteady ? '0' : isSteady ? units : at(pace.low),
    rate_high: isSteady ? units : at(pace.high),
    usual_rates: [],
  }
}

/**
 * What is usual is taken off where the same telemetry told of it in the weeks before. What comes back in a lineage is
 * never usual: its iterations are the excess themselves.
 */
function baselineOf(verdict: Verdict, { usual }: Pricing, share: number) {
  const weeks = usual?.get(verdict.resource.id) ?? []
  if (weeks.length === 0) return { usual_per_hour: null, usual_weeks: 0, above_usual: 1 }
  const usualPerHour = median([...weeks])
  const known = { usual_per_hour: Number(usualPerHour.toFixed(3)), usual_weeks: weeks.length }
  if (verdict.gain !== null) return { ...known, above_usual: 1 }
  const loop = verdict.metrics.perMinute * 60 * share
  const all = Math.max(loop, (verdict.callsPerMinute ?? 0) * 60)
  const above = Math.min(loop, Math.max(0, all - usualPerHour))
  return { ...known, above_usual: loop > 0 ? Number((above / loop).toFixed(6)) : 1 }
}

function exact(value: number): Decimal {
  return decimal(value.toFixed(9))
}
