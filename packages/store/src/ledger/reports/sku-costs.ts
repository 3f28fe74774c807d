import { currency, date, defineReport, money, number, provider, text } from './define-report.ts'

export const skuCosts = defineReport({
  id: 'sku-costs',
  title: 'Metered costs of SKUs',
  description: 'Each SKU and price, charge period by charge period: quantity, list price, list and effective cost.',
  useCases: [14, 33],
  parameters: [{ name: 'sku', label: 'SKU id', required: false }],
  columns: [
    provider,
    date('charge_period_start', 'From'),
    date('charge_period_end', 'To'),
    text('sku', 'SKU'),
    text('sku_price', 'SKU price'),
    text('pricing_unit', 'Pricing unit'),
    currency,
    money('list_unit_price', 'List unit price'),
    number('pricing_quantity', 'Pricing quantity'),
    money('list', 'List cost'),
    money('effective', 'Effective cost'),
  ],
  sql: (within) => `SELECT ServiceProviderName AS provider, ChargePeriodStart AS charge_period_start,
      ChargePeriodEnd AS charge_period_end, SkuId AS sku, SkuPriceId AS sku_price, PricingUnit AS pricing_unit,
      BillingCurrency AS currency, ListUnitPrice AS list_unit_price, sum(PricingQuantity) AS pricing_quantity,
      sum(ListCost) AS list, sum(EffectiveCost) AS effective
    FROM cost_line WHERE ${within} AND ({sku:String} = '' OR SkuId = {sku:String})
    GROUP BY provider, charge_period_start, charge_period_end, sku, sku_price, pricing_unit, currency, list_unit_price
    ORDER BY charge_period_start, charge_period_end, provider, sku, sku_price, pricing_unit, currency, list_unit_price`,
})
