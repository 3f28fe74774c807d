/** Daily cost of every scope, from the organization to single resources: the detector's input. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import { ofLoads } from '../ledger/roll-up-sql.ts'
import { meteredUsageSql } from '../ledger/savings-scope.ts'
import type { Warehouse } from '../warehouse/client.ts'

export interface ScopeDay {
  currency: string
  /** Values from the provider down; shorter for higher scopes. */
  path: string[]
  /** The dimension of each value: `scopeLevels` from the top, or a tag or SKU. */
  levels: readonly string[]
  name: string
  day: string
  cost: Decimal
}

/** The levels of the tree, in order. */
export const scopeLevels = ['provider', 'sub_account', 'service', 'resource'] as const

/** With more scopes than this, the smallest are covered by their parent scopes only. */
const maxServices = 1500
const maxResources = 500

export const cost = 'sum(ifNull(d.effective, d.billed))'
/** Fees, purchases, taxes, credits and corrections are not part of a daily pattern. */
export const ofMeteredUsage = `${ofLoads} AND charge_date >= {from:Date} AND charge_date < {to:Date} AND ${meteredUsageSql}`

export interface Window {
  loadIds: readonly string[]
  from: string
  to: string
}

/** Organization, providers, accounts and services by day, from the daily roll-up. */
export async function readScopeDays(
  warehouse: Warehouse,
  scope: Scope,
  { loadIds, from, to }: Window,
): Promise<ScopeDay[]> {
  const rows = await warehouse.query<Row>(
    scope,
    `WITH large AS (
      SELECT BillingCurrency, ServiceProviderName, SubAccountId, ServiceName FROM cost_daily AS d WHERE ${ofMeteredUsage}
      GROUP BY 1, 2, 3, 4 ORDER BY abs(${cost}) DESC LIMIT {most:UInt32})
    SELECT BillingCurrency AS currency, ServiceProviderName AS provider, SubAccountId AS account, ServiceName AS service,
      charge_date AS day, toString(${cost}) AS cost, max(SubAccountName) AS account_name,
      if(grouping(provider) = 1, 0, if(grouping(account) = 1, 1, if(grouping(service) = 1, 2, 3))) AS depth
    FROM cost_daily AS d WHERE ${ofMeteredUsage}
    GROUP BY GROUPING SETS ((currency, day), (currency, day, provider), (currency, day, provider, account),
      (currency, day, provider, account, service))
    HAVING isNotNull(${cost}) AND (depth < 3 OR (currency, provider, account, service) IN large)
    ORDER BY currency, depth, provider, account, service, day`,
    { load_ids: loadIds, from, to, most: maxServices },
  )
  return rows.map(({ currency, provider, account, service, day, cost: amount, account_name, depth }) => ({
    currency,
    path: [provider, account, service].slice(0, depth),
    levels: scopeLevels.slice(0, depth),
    name: depth === 2 ? account_name || account : (['', provider, account, service][depth] ?? ''),
    day,
    cost: amount,
  }))
}

interface Row {
  currency: string
  provider: string
  account: string
  service: string
  day: string
  cost: string
  account_name: string
  depth: number
}

/** The most expensive resources by day, each with at least `floor` on its most expensive day. */
export async function readResourceDays(
  warehouse: Warehouse,
  scope: Scope,
  { loadIds, from, to, floor }: Window & { floor: Decimal },
): Promise<ScopeDay[]> {
  const rows = await warehouse.query<Omit<Row, 'account_name' | 'depth'> & { resource: string; name: string }>(
    scope,
    `WITH large AS (
      SELECT BillingCurrency, ResourceId FROM (
        SELECT BillingCurrency, ResourceId, charge_date, ${cost} AS daily FROM cost_daily_resource AS d
        WHERE ${ofMeteredUsage} AND ResourceId != '' GROUP BY 1, 2, 3)
      GROUP BY 1, 2 HAVING max(daily) >= toDecimal128({floor:String}, 9) ORDER BY sum(daily) DESC LIMIT {most:UInt32})
    SELECT BillingCurrency AS currency, ServiceProviderName AS provider, SubAccountId AS account, ServiceName AS service,
      ResourceId AS resource, charge_date AS day, max(ResourceName) AS name, toString(${cost}) AS cost
    FROM cost_daily_resource AS d WHERE ${ofMeteredUsage} AND (currency, resource) IN large
    GROUP BY currency, provider, account, service, resource, day
    HAVING isNotNull(${cost})
    ORDER BY currency, provider, account, service, resource, day`,
    { load_ids: loadIds, from, to, floor, most: maxResources },
  )
  return rows.map(({ currency, provider, account, service, resource, day, cost: amount, name }) => ({
    currency,
    path: [provider, account, service, resource],
    levels: scopeLevels,
    name: name || resource,
    day,
    cost: amount,
  }))
}
