/** Facts besides the bill: metrics, inventory, prices; for the rules that need them. */
import type { FactName, FactWindow, KnownFacts, ResourceMetric } from '@kept/domain/facts.ts'
import { describeListPrice, type StoredListPrice } from '@kept/domain/list-price.ts'
import type { UnitPrice } from '@kept/domain/price.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { readResourceMetrics } from '../metrics/metric-facts.ts'
import { readContractPrices } from '../prices/contract-prices.ts'
import { publicPrices } from '../prices/public-prices.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { readInventory } from './inventory-facts.ts'
import { readShortNames } from './short-names.ts'

interface KnownFactsRequest {
  loadIds: readonly string[]
  names: readonly FactName[]
  window: FactWindow
  /** Prices that connections read. */
  listPrices: readonly StoredListPrice[]
  signal?: AbortSignal | undefined
}

/** A fact that was never imported is left out, not empty: a rule then reports what is missing. */
export async function readKnownFacts(
  { database, warehouse }: { database: Database; warehouse: Warehouse },
  scope: Scope,
  { loadIds, names, window, listPrices, signal }: KnownFactsRequest,
): Promise<Partial<KnownFacts>> {
  const facts: Partial<KnownFacts> = {}
  if (names.includes('resource_metric')) {
    const metrics = await readResourceMetrics(warehouse, scope, window.to, signal)
    if (metrics) facts.resource_metric = ownIds(metrics, await readShortNames(database, scope))
  }
  if (names.includes('inventory')) {
    const inventory = await readInventory(database, scope)
    if (inventory) facts.inventory = inventory
  }
  if (names.includes('unit_price')) {
    const contractPrices = await readContractPrices(warehouse, scope, loadIds, window)
    facts.unit_price = [...contractPrices, ...listPrices.flatMap(machinePriceOf), ...publicPrices()]
  }
  return facts
}

/** Machines alone: what a rule would move from one type to another. */
function machinePriceOf(price: StoredListPrice): UnitPrice[] {
  // Google Cloud has prices of a vCPU and of memory, which are of no machine.
  if (price.kind !== 'instance' || price.variant !== '') return []
  return [
    {
      ...{ source: 'live_list', provider: price.provider, currency: price.currency, region: price.region },
      ...{ sku_price_id: '', instance_type: price.type, meter: '', description: '', pricing_unit: 'Hours' },
      ...{ price: price.price, vcpus: null, memory_gib: null, source_description: describeListPrice(price) },
    },
  ]
}

/** Metrics under a short name belong to the resource; under both names, the full one counts. */
function ownIds(metrics: ResourceMetric[], names: ReadonlyMap<string, string>): ResourceMetric[] {
  const full = new Set(metrics.map(({ metric, resource_id }) => `${metric}\0${resource_id}`))
  return metrics.flatMap((row) => {
    const resource_id = names.get(row.resource_id) ?? row.resource_id
    if (resource_id === row.resource_id) return [row]
    return full.has(`${row.metric}\0${resource_id}`) ? [] : [{ ...row, resource_id }]
  })
}
