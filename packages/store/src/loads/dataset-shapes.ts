/** The columns of each dataset for provider, account, month and cost: what a load is derived from. */
import type { Dataset } from '@kept/domain/bill-format.ts'
import type { CostColumn } from '@kept/domain/focus-columns.ts'

interface DatasetShape {
  table: string
  provider: string
  account: string
  accountName: string
  /** A date in SQL. */
  period: string
  currency: string
  firstDay: string
  lastDay: string
  costs: readonly CostColumn[]
}

/** A contract belongs to no month: each import of a provider's contracts is complete and replaces the previous one. */
const noMonth = "toDate('1970-01-01')"

export const datasetShapes: Record<Dataset, DatasetShape> = {
  cost_and_usage: {
    table: 'cost_line',
    provider: "if(ServiceProviderName != '', ServiceProviderName, ProviderName)",
    account: 'BillingAccountId',
    accountName: 'BillingAccountName',
    period: 'billing_period',
    currency: 'BillingCurrency',
    firstDay: 'charge_date',
    lastDay: 'charge_date',
    costs: ['BilledCost', 'EffectiveCost', 'ContractedCost', 'ListCost'],
  },
  invoice_detail: {
    table: 'invoice_detail',
    provider: 'InvoiceIssuerName',
    account: 'BillingAccountId',
    accountName: "''",
    period: "toDate(assumeNotNull(BillingPeriodStart), 'UTC')",
    currency: 'BillingCurrency',
    firstDay: "toDate(assumeNotNull(BillingPeriodStart), 'UTC')",
    lastDay: "toDate(assumeNotNull(BillingPeriodStart), 'UTC')",
    costs: ['BilledCost'],
  },
  billing_period: {
    table: 'billing_period',
    provider: 'InvoiceIssuerName',
    account: "''",
    accountName: "''",
    period: "toDate(assumeNotNull(BillingPeriodStart), 'UTC')",
    currency: "''",
    firstDay: "toDate(assumeNotNull(BillingPeriodStart), 'UTC')",
    lastDay: "toDate(assumeNotNull(BillingPeriodStart), 'UTC')",
    costs: [],
  },
  contract_commitment: {
    table: 'contract_commitment',
    provider: "if(ServiceProviderName != '', ServiceProviderName, InvoiceIssuerName)",
    account: "''",
    accountName: "''",
    period: noMonth,
    currency: "''",
    firstDay: noMonth,
    lastDay: noMonth,
    costs: [],
  },
}
