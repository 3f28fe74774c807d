import { currency, defineReport, money, number, text } from './define-report.ts'

const dearer = 'PricingCurrencyListUnitPrice > PricingCurrencyContractedUnitPrice'

export const contractedSavings = defineReport({
  id: 'contracted-savings',
  title: 'Savings by contracted prices',
  description:
    'Charges priced below list, in the pricing currency and in the billing currency: the difference of the unit prices, and times the quantity.',
  useCases: [12],
  parameters: [],
  columns: [
    text('service', 'Service'),
    text('subcategory', 'Service subcategory'),
    text('description', 'Charge description'),
    currency,
    text('pricing_currency', 'Pricing currency'),
    number('price_difference_in_pricing_currency', 'Unit prices below list, summed, in the pricing currency'),
    number('price_difference', 'Unit prices below list, summed'),
    number('saving_in_pricing_currency', 'Saving, in the pricing currency'),
    money('saving', 'Saving'),
  ],
  sql: (within) => `SELECT ServiceName AS service, ServiceSubcategory AS subcategory, ChargeDescription AS description,
      BillingCurrency AS currency, PricingCurrency AS pricing_currency,
      sum(PricingCurrencyListUnitPrice - PricingCurrencyContractedUnitPrice) AS price_difference_in_pricing_currency,
      sum(ListUnitPrice - ContractedUnitPrice) AS price_difference,
      sum(toDecimal256(PricingCurrencyListUnitPrice - PricingCurrencyContractedUnitPrice, 18) * PricingQuantity)
        AS saving_in_pricing_currency,
      sum(toDecimal256(ListUnitPrice - ContractedUnitPrice, 18) * PricingQuantity) AS saving
    FROM cost_line WHERE ${within} AND ${dearer}
    GROUP BY service, subcategory, description, currency, pricing_currency
    ORDER BY currency, saving DESC NULLS LAST, service, description, pricing_currency`,
})
