import { ofLoads } from '../roll-up-sql.ts'
import type { FactQuery } from './fact-query.ts'
import { inHistory, meterSql, placeKeys, placeSql } from './place-sql.ts'

/** Per currency; the meters of further resources are summed by location and meter, without a resource. */
const maxSeries = 1000

const series = `cityHash64(BillingCurrency, ServiceProviderName, BillingAccountId, SubAccountId, ServiceName, RegionId,
  ResourceId, SkuMeter, ChargeDescription, PricingUnit)`
const lines = `cost_line WHERE ${ofLoads} AND ${inHistory} AND ChargeCategory = 'Usage'`

/** Every day of every meter of a large estate would be tens of millions of rows: only the costliest are separate. */
export const meterDay: FactQuery<'meter_day'> = {
  sql: `WITH ${series} IN (
        SELECT ${series} FROM ${lines} GROUP BY 1, BillingCurrency
        ORDER BY sum(EffectiveCost) DESC NULLS LAST, 1 LIMIT ${maxSeries} BY BillingCurrency
      ) AS is_costly
    SELECT ${placeSql}, if(is_costly, ResourceId, '') AS resource_id,
      if(resource_id = '', '', max(ResourceName)) AS resource_name, ${meterSql} AS meter,
      if(is_costly, ChargeDescription, '') AS description, PricingUnit AS pricing_unit, charge_date AS day,
      sum(PricingQuantity) AS quantity, sum(EffectiveCost) AS effective
    FROM ${lines}
    GROUP BY ${placeKeys}, resource_id, meter, description, pricing_unit, day
    HAVING isNotNull(effective)
    ORDER BY ${placeKeys}, resource_id, meter, description, pricing_unit, day`,
}
