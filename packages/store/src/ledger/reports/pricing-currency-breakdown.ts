import { defineReport, number, provider, text } from './define-report.ts'

export const pricingCurrencyBreakdown = defineReport({
  id: 'pricing-currency-breakdown',
  title: 'Effective cost by pricing currency',
  description: 'Costs by the currency they are priced in: shows regional prices and exchange rates.',
  useCases: [10],
  parameters: [],
  columns: [
    provider,
    text('publisher', 'Publisher'),
    text('service', 'Service'),
    text('pricing_currency', 'Pricing currency'),
    number('used', 'Effective cost, in the pricing currency'),
  ],
  sql: (within) => `SELECT ServiceProviderName AS provider, PublisherName AS publisher, ServiceName AS service,
      PricingCurrency AS pricing_currency, sum(PricingCurrencyEffectiveCost) AS used
    FROM cost_line WHERE ${within}
    GROUP BY provider, publisher, service, pricing_currency
    ORDER BY pricing_currency, used DESC NULLS LAST, provider, publisher, service`,
})
