/**
 * What the customer's own bill says of some resources: each SKU with its unit, its price in force last, the least and the
 * most of it, and how much was used. A resource is known by its id, else by its name, else by the group it was tagged with.
 */
import { type Decimal, decimal } from '@kept/domain/decimal.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { currentLoadIds } from '../loads/current.ts'
import type { Warehouse } from '../warehouse/client.ts'

export interface BilledSkuRow {
  /** The id or name it was asked by. */
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

/** Groups of machines put their name on what they start. */
const groupTags = ['aws:autoscaling:groupName', 'eks:nodegroup-name', 'aks-managed-poolName', 'goog-gke-node-pool-name']

export async function readBilledSkus(
  { database, warehouse }: { database: Database; warehouse: Warehouse },
  scope: Scope,
  resources: readonly { id: string; name: string }[],
  now: Date,
): Promise<BilledSkuRow[]> {
  const loads = await currentLoadIds(database, scope)
  if (loads.length === 0 || resources.length === 0) return []
  const lately = await queryPrices(warehouse, scope, loads, resources, new Date(now.getTime() - daysBack * dayMs))
  // A bill of long ago still knows prices.
  return lately.length > 0 ? lately : queryPrices(warehouse, scope, loads, resources, new Date(0))
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
       arrayElement(splitByRegexp('[:/]', id), -1) AS last_of_id,
       arrayFirst(one -> one != '', arrayMap(tag -> lower(Tags[tag]), {tags:Array(String)})) AS group_name,
       coalesce(nullIf(ContractedUnitPrice, 0), ListUnitPrice) AS unit_price
     SELECT multiIf(id IN {asked:Array(String)}, id, name IN {asked:Array(String)}, name,
         last_of_id IN {asked:Array(String)}, last_of_id, group_name) AS resource,
       any(ServiceName) AS service, if(SkuPriceId != '', SkuPriceId, SkuId) AS sku_price_id, PricingUnit AS unit,
       BillingCurrency AS currency, toString(argMax(unit_price, ChargePeriodStart)) AS price,
       toString(min(unit_price)) AS price_low, toString(max(unit_price)) AS price_high,
       toString(coalesce(sum(PricingQuantity), 0)) AS quantity
     FROM cost_line
     WHERE organization_id = {organization_id:UUID} AND load_id IN {loads:Array(String)}
       AND ChargePeriodStart >= {since:DateTime64(3)}
       AND (id IN {asked:Array(String)} OR name IN {asked:Array(String)} OR last_of_id IN {asked:Array(String)}
         OR group_name IN {asked:Array(String)})
       AND ChargeCategory = 'Usage' AND unit_price > 0
     GROUP BY resource, sku_price_id, unit, currency
     ORDER BY resource, sku_price_id`,
    {
      loads,
      asked: [...requestedKeys.keys()],
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
