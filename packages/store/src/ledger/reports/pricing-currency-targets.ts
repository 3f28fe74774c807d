import { defineReport, number, provider, text } from './define-report.ts'

export const pricingCurrencyTargets = defineReport({
  id: 'pricing-currency-targets',
  title: 'Usage of a virtual currency',
  description: 'Services and charges by the pricing currency they consume, largest first.',
  useCases: [9],
  parameters: [{ name: 'pricing_currency', label: 'Pricing currency', required: false }],
  columns: [
    provider,
    text('publisher', 'Publisher'),
    text('service', 'Service'),
    text('description', 'Charge description'),
    text('pricing_currency', 'Pricing currency'),
    number('used', 'Effective cost, in the pricing currency'),
  ],
  sql: (within) => `SELECT ServiceProviderName AS provider, PublisherName AS publisher, ServiceName AS service,
      ChargeDescription AS description, PricingCurrency AS pricing_currency, sum(PricingCurrencyEffectiveCost) AS used
    FROM cost_line
    WHERE ${within} AND PricingCurrency != ''
      AND ({pricing_currency:String} = '' OR PricingCurrency = {pricing_currency:String})
    GROUP BY provider, publisher, service, description, pricing_currency
    ORDER BY pricing_currency, used DESC NULLS LAST, provider, publisher, service, description`,
})
