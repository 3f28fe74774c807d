import { currency, date, defineReport, money, provider, text } from './define-report.ts'

export const marketplaceVendors = defineReport({
  id: 'marketplace-vendors',
  title: 'Marketplace vendors',
  description:
    'Products of other vendors that the cloud provider invoices: charges whose publisher is not the invoice issuer.',
  useCases: [34],
  parameters: [],
  columns: [
    date('day', 'Day'),
    provider,
    text('publisher', 'Publisher'),
    text('invoice_issuer', 'Invoice issuer'),
    currency,
    money('effective', 'Effective cost'),
  ],
  sql: (within) => `SELECT charge_date AS day, ServiceProviderName AS provider, PublisherName AS publisher,
      InvoiceIssuerName AS invoice_issuer, BillingCurrency AS currency, sum(EffectiveCost) AS effective
    FROM cost_line
    WHERE ${within} AND PublisherName != '' AND InvoiceIssuerName != '' AND InvoiceIssuerName != PublisherName
    GROUP BY day, provider, publisher, invoice_issuer, currency
    ORDER BY day, currency, effective DESC NULLS LAST, provider, publisher, invoice_issuer`,
})
