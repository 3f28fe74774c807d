/**
 * The customer's own unit prices, from the lines of the bill: the contracted price of each SkuPriceId in these days.
 */
import type { UnitPrice } from '@kept/domain/price.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { compare, divide } from '@kept/foundation/decimal.ts'
import { instanceTypeSql } from '../ledger/facts/instance-type.ts'
import { inWindow, meterSql } from '../ledger/facts/place-sql.ts'
import { ofLoads } from '../ledger/roll-up-sql.ts'
import type { Span } from '../ledger/span.ts'
import type { Warehouse } from '../warehouse/client.ts'

type PriceRow = Pick<
  UnitPrice,
  'provider' | 'currency' | 'region' | 'sku_price_id' | 'instance_type' | 'meter' | 'description' | 'pricing_unit'
> & { unit_price: string | null; contracted: string; quantity: string }

const scale = 18

/** Prices of machine time only: what a rule would move a machine to. Spot capacity has no price to plan with. */
export async function readContractPrices(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  { from, to }: Span,
): Promise<UnitPrice[]> {
  if (loadIds.length === 0) return []
  const rows = await warehouse.query<PriceRow>(
    scope,
    `SELECT * EXCEPT (details, extra, tags), ${instanceTypeSql} AS instance_type FROM (
       SELECT ServiceProviderName AS provider, BillingCurrency AS currency, RegionId AS region,
         SkuPriceId AS sku_price_id, ${meterSql} AS meter, ChargeDescription AS description, PricingUnit AS pricing_unit,
         toString(argMax(ContractedUnitPrice, ChargePeriodStart)) AS unit_price,
         toString(sum(ContractedCost)) AS contracted, toString(sum(PricingQuantity)) AS quantity,
         max(SkuPriceDetails) AS details, any(x_columns) AS extra, any(Tags) AS tags
       FROM cost_line
       WHERE ${ofLoads} AND ${inWindow} AND ChargeCategory = 'Usage' AND PricingCategory != 'Dynamic'
         AND match(PricingUnit, '(?i)h(ou)?rs?\\\\b|hour') AND ContractedCost > 0 AND PricingQuantity > 0
       GROUP BY provider, currency, region, sku_price_id, meter, description, pricing_unit
     ) WHERE instance_type != ''
     ORDER BY provider, currency, region, sku_price_id, meter, description, pricing_unit`,
    { load_ids: loadIds, from, to },
  )
  return rows.map(({ unit_price, contracted, quantity, ...row }) => ({
    source: 'contract',
    ...row,
    price: unit_price !== null && compare(unit_price, '0') > 0 ? unit_price : divide(contracted, quantity, scale),
    vcpus: null,
    memory_gib: null,
    source_description: row.sku_price_id
      ? `your contracted price ${row.sku_price_id}, in the bill`
      : 'your contracted price, in the bill',
  }))
}
