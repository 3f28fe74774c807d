import { defineReport, number, provider, text } from './define-report.ts'

export const pricingCurrencyBurn = defineReport({
  id: 'pricing-currency-burn',
  title: 'Consumption of a virtual currency',
  description: 'Credits, tokens or another pricing currency consumed by usage, by provider.',
  useCases: [8],
  parameters: [{ name: 'pricing_currency', label: 'Pricing currency', required: false }],
  columns: [provider, text('pricing_currency', 'Pricing currency'), number('used', 'Used, in the pricing currency')],
  sql: (within) => `SELECT ServiceProviderName AS provider, PricingCurrency AS pricing_currency,
      sum(PricingCurrencyEffectiveCost) AS used
    FROM cost_line
    WHERE ${within} AND ChargeCategory = 'Usage' AND PricingCurrency != ''
      AND ({pricing_currency:String} = '' OR PricingCurrency = {pricing_currency:String})
    GROUP BY provider, pricing_currency ORDER BY pricing_currency, used DESC NULLS LAST, provider`,
})
