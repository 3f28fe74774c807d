import { defineReport, provider, text } from './define-report.ts'

export const accountEntities = defineReport({
  id: 'account-entities',
  title: 'Billing accounts and sub-accounts',
  description: 'Every account with charges in the window: what it is, what it is called, and which one pays for it.',
  useCases: [1],
  parameters: [],
  columns: [
    provider,
    text('billing_account', 'Billing account'),
    text('billing_account_name', 'Its name'),
    text('billing_account_type', 'Its type'),
    text('sub_account', 'Sub-account'),
    text('sub_account_name', 'Its name'),
    text('sub_account_type', 'Its type'),
  ],
  sql: (within) => `SELECT DISTINCT ServiceProviderName AS provider, BillingAccountId AS billing_account,
      BillingAccountName AS billing_account_name, BillingAccountType AS billing_account_type, SubAccountId AS sub_account,
      SubAccountName AS sub_account_name, SubAccountType AS sub_account_type
    FROM cost_line WHERE ${within}
    ORDER BY provider, billing_account, sub_account, billing_account_name, sub_account_name`,
})
