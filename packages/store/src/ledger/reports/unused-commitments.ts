import { currency, date, defineReport, money, provider, text } from './define-report.ts'

export const unusedCommitments = defineReport({
  id: 'unused-commitments',
  title: 'Unused commitments',
  description: 'The unused part of each commitment: sell it, exchange it, or let it expire.',
  useCases: [51],
  parameters: [],
  columns: [
    date('first', 'From'),
    date('last', 'To'),
    provider,
    text('billing_account', 'Billing account'),
    text('commitment', 'Commitment'),
    text('commitment_type', 'Type'),
    currency,
    money('billed', 'Billed cost'),
    money('effective', 'Effective cost'),
  ],
  sql: (
    within,
  ) => `SELECT min(ChargePeriodStart) AS first, max(ChargePeriodEnd) AS last, ServiceProviderName AS provider,
      BillingAccountId AS billing_account, CommitmentDiscountId AS commitment, CommitmentDiscountType AS commitment_type,
      BillingCurrency AS currency, sum(BilledCost) AS billed, sum(EffectiveCost) AS effective
    FROM cost_line WHERE ${within} AND CommitmentDiscountStatus = 'Unused'
    GROUP BY provider, billing_account, commitment, commitment_type, currency
    ORDER BY currency, effective DESC NULLS LAST, provider, billing_account, commitment`,
})
