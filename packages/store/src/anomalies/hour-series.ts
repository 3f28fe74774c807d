/** Hourly cost of the most expensive services over two weeks, on hourly bills: shows when an incident began. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import { ofLoads } from '../ledger/roll-up-sql.ts'
import { meteredUsageSql } from '../ledger/savings-scope.ts'
import type { Warehouse } from '../warehouse/client.ts'

export interface ScopeHour {
  currency: string
  provider: string
  account: string
  account_name: string
  service: string
  /** ISO, the start of the hour. */
  at: string
  cost: Decimal
}

const maxServices = 60
const cost = 'sum(ifNull(l.EffectiveCost, l.BilledCost))'

export async function readScopeHours(
  warehouse: Warehouse,
  scope: Scope,
  { loadIds, from, to }: { loadIds: readonly string[]; from: string; to: string },
): Promise<ScopeHour[]> {
  const rows = await warehouse.query<Omit<ScopeHour, 'at'> & { hour: number }>(
    scope,
    `WITH hourly AS (
        SELECT BillingCurrency, ServiceProviderName, SubAccountId, SubAccountName, ServiceName, EffectiveCost, BilledCost,
          toUnixTimestamp(toStartOfHour(ChargePeriodStart)) AS began
        FROM cost_line
        WHERE ${ofLoads} AND charge_date >= {from:Date} AND charge_date < {to:Date}
          AND dateDiff('second', ChargePeriodStart, ChargePeriodEnd) <= 3600
          AND ${meteredUsageSql}),
      large AS (
        SELECT BillingCurrency, ServiceProviderName, SubAccountId, ServiceName FROM hourly AS l
        GROUP BY 1, 2, 3, 4 ORDER BY abs(${cost}) DESC LIMIT ${maxServices})
    SELECT BillingCurrency AS currency, ServiceProviderName AS provider, SubAccountId AS account,
      max(SubAccountName) AS account_name, ServiceName AS service, began AS hour, toString(${cost}) AS cost
    FROM hourly AS l WHERE (currency, provider, account, service) IN large
    GROUP BY currency, provider, account, service, hour HAVING isNotNull(${cost})
    ORDER BY currency, provider, account, service, hour`,
    { load_ids: loadIds, from, to },
  )
  return rows.map(({ hour, ...row }) => ({ ...row, at: new Date(hour * 1000).toISOString() }))
}
