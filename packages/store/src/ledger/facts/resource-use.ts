import { ofLoads } from '../roll-up-sql.ts'
import type { FactQuery } from './fact-query.ts'
import { instanceTypeSql } from './instance-type.ts'
import { inWindow, meterSql, placeKeys, placeSql } from './place-sql.ts'

const keys = `${placeKeys}, resource_id, meter, description, sku_id, sku_price_id, pricing_category, commitment_id, pricing_unit`

/** Usage by resource and meter; a line longer than a day (a monthly fee) counts the days it covers. */
export const resourceUse: FactQuery<'resource_usage'> = {
  sql: `SELECT * EXCEPT (details, extra), ${instanceTypeSql} AS instance_type FROM (
      SELECT ${placeSql}, ResourceId AS resource_id, max(ResourceName) AS resource_name, max(ResourceType) AS resource_type,
        argMax(Tags, ChargePeriodStart) AS tags, ${meterSql} AS meter, ChargeDescription AS description,
        SkuId AS sku_id, SkuPriceId AS sku_price_id, PricingCategory AS pricing_category,
        CommitmentDiscountId AS commitment_id, PricingUnit AS pricing_unit,
        max(SkuPriceDetails) AS details, any(x_columns) AS extra,
        sum(PricingQuantity) AS quantity, sum(BilledCost) AS billed, sum(EffectiveCost) AS effective,
        sum(ContractedCost) AS contracted, sum(ListCost) AS list,
        min(charge_date) AS first_day,
        max(least(greatest(charge_date, toDate(ChargePeriodEnd - 1, 'UTC')), {to:Date} - 1)) AS last_day,
        least(greatest(uniqExact(charge_date), max(dateDiff('day', ChargePeriodStart, ChargePeriodEnd))),
          dateDiff('day', {from:Date}, {to:Date})) AS days,
        uniqExactIf(ChargePeriodStart, dateDiff('second', ChargePeriodStart, ChargePeriodEnd) BETWEEN 1 AND 3600) AS hours
      FROM cost_line
      WHERE ${ofLoads} AND ${inWindow} AND ChargeCategory = 'Usage'
      GROUP BY ${keys}
      HAVING isNotNull(billed) AND isNotNull(effective)
    ) ORDER BY ${keys}`,
}
