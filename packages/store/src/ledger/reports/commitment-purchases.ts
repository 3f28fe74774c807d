import { currency, date, defineReport, money, number, provider, text } from './define-report.ts'

export const commitmentPurchases = defineReport({
  id: 'commitment-purchases',
  title: 'Commitment discount purchases',
  description: 'Reservations, savings plans and committed use that were purchased: period, quantity and billed cost.',
  useCases: [30],
  parameters: [],
  columns: [
    date('first', 'From'),
    date('last', 'To'),
    provider,
    text('billing_account', 'Billing account'),
    text('commitment', 'Commitment'),
    text('commitment_type', 'Type'),
    text('commitment_unit', 'Unit'),
    number('commitment_quantity', 'Quantity'),
    text('charge_frequency', 'Charge frequency'),
    currency,
    money('billed', 'Billed cost'),
  ],
  sql: (
    within,
  ) => `SELECT min(ChargePeriodStart) AS first, max(ChargePeriodEnd) AS last, ServiceProviderName AS provider,
      BillingAccountId AS billing_account, CommitmentDiscountId AS commitment, CommitmentDiscountType AS commitment_type,
      CommitmentDiscountUnit AS commitment_unit, CommitmentDiscountQuantity AS commitment_quantity,
      ChargeFrequency AS charge_frequency, BillingCurrency AS currency, sum(BilledCost) AS billed
    FROM cost_line WHERE ${within} AND ChargeCategory = 'Purchase' AND CommitmentDiscountId != ''
    GROUP BY provider, billing_account, commitment, commitment_type, commitment_unit, commitment_quantity, charge_frequency, currency
    ORDER BY currency, billed DESC NULLS LAST, provider, billing_account, commitment, commitment_quantity, charge_frequency`,
})
