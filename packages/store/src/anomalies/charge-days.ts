/** What is charged in addition to metered usage, by day: fees, commitments, purchases, credits, corrections and tax. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import { ofLoads } from '../ledger/roll-up-sql.ts'
import { meteredUsageSql } from '../ledger/savings-scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { cost, type Window } from './scope-series.ts'

export interface ChargeDay {
  currency: string
  provider: string
  /** FOCUS ChargeCategory, ChargeFrequency and ChargeClass. */
  category: string
  frequency: string
  class: string
  service: string
  day: string
  cost: Decimal
}

/** The services that charge most in addition to usage. */
const maxCharges = 500

export async function readChargeDays(
  warehouse: Warehouse,
  scope: Scope,
  { loadIds, from, to }: Window,
): Promise<ChargeDay[]> {
  const charged = `${ofLoads} AND charge_date >= {from:Date} AND charge_date < {to:Date} AND NOT ${meteredUsageSql}`
  const keys = 'BillingCurrency, ServiceProviderName, ChargeCategory, ChargeFrequency, ChargeClass, ServiceName'
  return warehouse.query<ChargeDay>(
    scope,
    `WITH large AS (
      SELECT ${keys} FROM cost_daily AS d WHERE ${charged}
      GROUP BY ${keys} ORDER BY abs(${cost}) DESC, ${keys} LIMIT {most:UInt32})
    SELECT BillingCurrency AS currency, ServiceProviderName AS provider, ChargeCategory AS category,
      ChargeFrequency AS frequency, ChargeClass AS class, ServiceName AS service, charge_date AS day,
      toString(${cost}) AS cost
    FROM cost_daily AS d WHERE ${charged} AND (${keys}) IN large
    GROUP BY currency, provider, category, frequency, class, service, day
    HAVING isNotNull(${cost}) AND ${cost} != 0
    ORDER BY currency, provider, category, frequency, class, service, day`,
    { load_ids: loadIds, from, to, most: maxCharges },
  )
}
