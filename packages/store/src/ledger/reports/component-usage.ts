import { currency, defineReport, money, number, provider, text } from './define-report.ts'
import { per } from './rate.ts'

const cores = `toDecimal64OrNull(trim(BOTH '"' FROM JSONExtractRaw(SkuPriceDetails, 'CoreCount')), 4)`

export const componentUsage = defineReport({
  id: 'component-usage',
  title: 'Cores used and cost per core',
  description:
    'Cores of each machine series by region, and the effective cost per core: a common measure across sizes.',
  useCases: [5, 6],
  parameters: [],
  columns: [
    provider,
    text('service', 'Service'),
    text('pricing_unit', 'Pricing unit'),
    text('region_name', 'Region'),
    text('instance_series', 'Instance series'),
    currency,
    number('core_count', 'Cores charged'),
    number('core_hours', 'Core hours'),
    money('effective', 'Effective cost'),
    money('effective_per_core', 'Per core'),
    money('effective_per_core_hour', 'Per core hour'),
  ],
  sql: (within) => `SELECT ServiceProviderName AS provider, ServiceName AS service, PricingUnit AS pricing_unit,
      RegionName AS region_name, JSONExtractString(SkuPriceDetails, 'InstanceSeries') AS instance_series,
      BillingCurrency AS currency, sum(${cores}) AS core_count,
      sumIf(${cores} * ConsumedQuantity, match(ConsumedUnit, '(?i)^h(ou)?rs?$')) AS core_hours, sum(EffectiveCost) AS effective
    FROM cost_line
    WHERE ${within} AND JSONHas(SkuPriceDetails, 'CoreCount') AND JSONHas(SkuPriceDetails, 'InstanceSeries')
    GROUP BY provider, service, pricing_unit, region_name, instance_series, currency
    ORDER BY currency, effective DESC NULLS LAST, provider, service, region_name, instance_series, pricing_unit`,
  derive: (row) => ({
    effective_per_core: per(row.effective, row.core_count),
    effective_per_core_hour: per(row.effective, row.core_hours),
  }),
})
