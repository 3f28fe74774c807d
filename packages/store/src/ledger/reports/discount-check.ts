import { currency, defineReport, money, percent, provider, text } from './define-report.ts'
import { percentOf } from './rate.ts'

export const discountCheck = defineReport({
  id: 'discount-check',
  title: 'Discounts applied, by service',
  description: 'List, billed and effective cost of whole billing periods side by side, corrections left out.',
  useCases: [46],
  parameters: [],
  onBillingPeriods: true,
  columns: [
    provider,
    text('billing_account', 'Billing account'),
    text('billing_account_name', 'Its name'),
    currency,
    text('service', 'Service'),
    money('effective', 'Effective cost'),
    money('list', 'List cost'),
    money('billed', 'Billed cost'),
    percent('effective_of_billed', 'Effective of billed'),
    percent('effective_of_list', 'Effective of list'),
  ],
  sql: (within) => `SELECT ServiceProviderName AS provider, BillingAccountId AS billing_account,
      BillingAccountName AS billing_account_name, BillingCurrency AS currency, ServiceName AS service,
      sum(EffectiveCost) AS effective, sum(ListCost) AS list, sum(BilledCost) AS billed
    FROM cost_line WHERE ${within} AND ChargeClass != 'Correction'
    GROUP BY provider, billing_account, billing_account_name, currency, service
    ORDER BY currency, billed DESC NULLS LAST, provider, billing_account, billing_account_name, service`,
  derive: ({ effective, billed, list }) => ({
    effective_of_billed: percentOf(effective, billed),
    effective_of_list: percentOf(effective, list),
  }),
})
