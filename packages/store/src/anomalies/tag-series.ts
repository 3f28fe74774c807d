/** Daily cost by tag value and by SKU: views next to the tree of scopes. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import { ofLoads } from '../ledger/roll-up-sql.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { cost, ofMeteredUsage, type ScopeDay, type Window } from './scope-series.ts'

/** A tag with more values than this identifies things and does not group them. */
const [fewestValues, maxValues] = [2, 100]
const [maxTags, maxTagValues, maxSkus] = [8, 200, 300]

interface Row {
  currency: string
  day: string
  cost: Decimal
}

/** Team, cost center, environment and the other tags, by cost. */
export async function readTagDays(warehouse: Warehouse, scope: Scope, window: Window): Promise<ScopeDay[]> {
  const { loadIds, from, to } = window
  const rows = await warehouse.query<Row & { key: string; value: string }>(
    scope,
    `WITH tags AS (
        SELECT dimension FROM cost_value WHERE ${ofLoads} AND startsWith(dimension, 'tag:')
        GROUP BY dimension HAVING uniqExact(value) BETWEEN ${fewestValues} AND ${maxValues}
        ORDER BY sum(effective) DESC, dimension LIMIT ${maxTags}),
      pairs AS (
        SELECT substring(dimension, 5), value FROM cost_value
        WHERE ${ofLoads} AND dimension IN tags AND value != ''
        GROUP BY dimension, value ORDER BY sum(effective) DESC, dimension, value LIMIT ${maxTagValues})
    SELECT BillingCurrency AS currency, key, value, charge_date AS day, toString(${cost}) AS cost
    FROM cost_daily_resource AS d ARRAY JOIN mapKeys(Tags) AS key, mapValues(Tags) AS value
    WHERE ${ofMeteredUsage} AND (key, value) IN pairs
    GROUP BY currency, key, value, day HAVING isNotNull(${cost})
    ORDER BY currency, key, value, day`,
    { load_ids: loadIds, from, to },
  )
  return rows.map(({ key, value, ...row }) => ({
    ...row,
    path: [value],
    levels: [`tag:${key}`],
    name: value,
  }))
}

/** The most expensive SKUs of each service, by day. */
export async function readSkuDays(warehouse: Warehouse, scope: Scope, window: Window): Promise<ScopeDay[]> {
  const { loadIds, from, to } = window
  const rows = await warehouse.query<
    Row & { provider: string; account: string; service: string; sku: string; meter: string }
  >(
    scope,
    `WITH large AS (
        SELECT BillingCurrency, ServiceProviderName, SubAccountId, ServiceName, SkuId FROM cost_daily_resource AS d
        WHERE ${ofMeteredUsage} AND SkuId != '' GROUP BY 1, 2, 3, 4, 5 ORDER BY abs(${cost}) DESC LIMIT ${maxSkus})
    SELECT BillingCurrency AS currency, ServiceProviderName AS provider, SubAccountId AS account, ServiceName AS service,
      SkuId AS sku, charge_date AS day, max(SkuMeter) AS meter, toString(${cost}) AS cost
    FROM cost_daily_resource AS d WHERE ${ofMeteredUsage} AND (currency, provider, account, service, sku) IN large
    GROUP BY currency, provider, account, service, sku, day HAVING isNotNull(${cost})
    ORDER BY currency, provider, account, service, sku, day`,
    { load_ids: loadIds, from, to },
  )
  return rows.map(({ provider, account, service, sku, meter, ...row }) => ({
    ...row,
    path: [provider, account, service, sku],
    levels: ['provider', 'sub_account', 'service', 'sku'],
    name: meter || sku,
  }))
}
