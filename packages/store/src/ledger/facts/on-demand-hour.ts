import { ofLoads } from '../roll-up-sql.ts'
import type { FactQuery } from './fact-query.ts'
import { inWindow } from './place-sql.ts'

/**
 * At the on-demand price the effective cost equals the contracted one, so bills without the latter work as well.
 * Lines longer than a day have no hourly information.
 */
export const onDemandHour: FactQuery<'on_demand_hour'> = {
  sql: `WITH dateDiff('second', ChargePeriodStart, ChargePeriodEnd) AS length
    SELECT BillingCurrency AS currency, ServiceProviderName AS provider, BillingAccountId AS billing_account_id,
      ServiceName AS service, RegionId AS region,
      if(length >= 86400, toStartOfDay(ChargePeriodStart), toStartOfHour(ChargePeriodStart)) AS at,
      if(length >= 86400, 24, 1) AS slot_hours,
      sum(coalesce(ContractedCost, EffectiveCost)) AS contracted
    FROM cost_line
    WHERE ${ofLoads} AND ${inWindow} AND ChargeCategory = 'Usage' AND PricingCategory = 'Standard'
      AND match(PricingUnit, '(?i)h(ou)?rs?\\\\b|hour') AND length BETWEEN 1 AND 86400
    GROUP BY currency, provider, billing_account_id, service, region, at, slot_hours
    HAVING isNotNull(contracted)
    ORDER BY currency, provider, billing_account_id, service, region, at, slot_hours`,
}
