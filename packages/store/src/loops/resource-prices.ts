/**
 * Prices of some resources from the customer's own bill: each SKU with its unit, its latest, lowest and highest price,
 * and the quantity used. A resource is found by its id, else by its name, else by the group in its tags.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { type Decimal, decimal } from '@kept/foundation/decimal.ts'
import type { Database } from '../database/connect.ts'
import { currentLoadIds } from '../loads/current.ts'
import type { Warehouse } from '../warehouse/client.ts'

interface BilledSkuRow {
  /** The id or name it was requested by. */
  resource: string
  service: string
  sku_price_id: string
  unit: string
  currency: string
  price: Decimal
  price_low: Decimal
  price_high: Decimal
  quantity: Decimal
}

const daysBack = 45
const dayMs = 24 * 3_600_000

/** Instance groups put their name on the machines they start. */
const groupTags = ['aws:autoscaling:groupName', 'eks:nodegroup-name', 'aks-managed-poolName', 'goog-gke-node-pool-name']

export async function readBilledSkus(
  { database, warehouse }: { database: Database; warehouse: Warehouse },
  scope: Scope,
  resources: readonly { id: string; name: string }[],
  now: Date,
): Promise<BilledSkuRow[]> {
  const loads = await currentLoadIds(database, scope)
  if (loads.length === 0 || resources.length === 0) return []
  const recentPrices = await queryPrices(warehouse, scope, loads, resources, new Date(now.getTime() - daysBack * dayMs))
  // An old bill still has prices.
  return recentPrices.length > 0 ? recentPrices : queryPrices(warehouse, scope, loads, resources, new Date(0))
}

async function queryPrices(
  warehouse: Warehouse,
  scope: Scope,
  loads: readonly string[],
  resources: readonly { id: string; name: string }[],
  after: Date,
): Promise<BilledSkuRow[]> {
  const requestedKeys = new Map<string, string>()
  for (const { id, name } of resources)
    for (const identifier of [name, id]) if (identifier !== '') requestedKeys.set(identifier.toLowerCase(), identifier)
  const rows = await warehouse.query<BilledSkuRow>(
    scope,
    `WITH lower(ResourceId) AS id, lower(ResourceName) AS name,
       extract(id, '[^:/]*$') AS last_of_id,
       if(hasAny(mapKeys(Tags), {tags:Array(String)}), {tags:Array(String)}, []) AS tags_of_groups,
       arrayFirst(value -> value != '', arrayMap(tag -> lower(Tags[tag]), tags_of_groups)) AS group_name,
       coalesce(nullIf(ContractedUnitPrice, 0), ListUnitPrice) AS unit_price
     SELECT multiIf(id IN {requested:Array(String)}, id, name IN {requested:Array(String)}, name,
         last_of_id IN {requested:Array(String)}, last_of_id, group_name) AS resource,
       any(ServiceName) AS service, if(SkuPriceId != '', SkuPriceId, SkuId) AS sku_price_id, PricingUnit AS unit,
       BillingCurrency AS currency, toString(argMax(unit_price, ChargePeriodStart)) AS price,
       toString(min(unit_price)) AS price_low, toString(max(unit_price)) AS price_high,
       toString(coalesce(sum(PricingQuantity), 0)) AS quantity
     FROM cost_line
     WHERE organization_id = {organization_id:UUID} AND load_id IN {loads:Array(String)}
       AND ChargePeriodStart >= {since:DateTime64(3)}
       AND (id IN {requested:Array(String)} OR name IN {requested:Array(String)} OR last_of_id IN {requested:Array(String)}
         OR group_name IN {requested:Array(String)})
       AND ChargeCategory = 'Usage' AND unit_price > 0
     GROUP BY resource, sku_price_id, unit, currency
     ORDER BY resource, sku_price_id`,
    {
      loads,
      requested: [...requestedKeys.keys()],
      tags: groupTags,
      since: after.toISOString().replace('T', ' ').replace('Z', ''),
    },
  )
  return rows.map((row) => ({
    ...row,
    resource: requestedKeys.get(row.resource) ?? row.resource,
    price: decimal(row.price),
    price_low: decimal(row.price_low),
    price_high: decimal(row.price_high),
    quantity: decimal(row.quantity),
  }))
}
