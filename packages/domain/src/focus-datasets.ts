/**
 * The columns of the smaller FOCUS datasets, as data: Contract Commitment (1.3 and 1.4), Billing Period and Invoice
 * Detail (1.4). Source: FinOps Foundation, FOCUS Specification (CC BY 4.0). Cost and Usage stands in focus-columns.ts.
 */
import type { Dataset } from './bill-format.ts'
import { type ColumnKind, focusColumnNames, focusColumns } from './focus-columns.ts'

export const contractCommitmentColumns = {
  BillingCurrency: 'text',
  ContractCommitmentApplicability: 'json',
  ContractCommitmentBenefitCategory: 'text',
  ContractCommitmentCategory: 'text',
  ContractCommitmentCost: 'amount',
  ContractCommitmentCreated: 'time',
  ContractCommitmentDescription: 'long_text',
  ContractCommitmentDiscountPercentage: 'number',
  ContractCommitmentDurationType: 'text',
  ContractCommitmentFulfillmentInterval: 'text',
  ContractCommitmentId: 'long_text',
  ContractCommitmentLastUpdated: 'time',
  ContractCommitmentLifecycleStatus: 'text',
  ContractCommitmentModel: 'text',
  ContractCommitmentOfferCategory: 'text',
  ContractCommitmentPaymentInterval: 'text',
  ContractCommitmentPaymentModel: 'text',
  ContractCommitmentPaymentUpfrontPercentage: 'number',
  ContractCommitmentPeriodEnd: 'time',
  ContractCommitmentPeriodStart: 'time',
  ContractCommitmentQuantity: 'number',
  ContractCommitmentType: 'text',
  ContractCommitmentUnit: 'text',
  ContractId: 'long_text',
  ContractPeriodEnd: 'time',
  ContractPeriodStart: 'time',
  InvoiceIssuerName: 'text',
  PricingCurrency: 'text',
  PricingCurrencyContractCommitmentCost: 'amount',
  ServiceProviderName: 'text',
} as const satisfies Record<string, ColumnKind>

export const billingPeriodColumns = {
  BillingPeriodCreated: 'time',
  BillingPeriodEnd: 'time',
  BillingPeriodLastUpdated: 'time',
  BillingPeriodStart: 'time',
  BillingPeriodStatus: 'text',
  InvoiceIssuerName: 'text',
} as const satisfies Record<string, ColumnKind>

export const invoiceDetailColumns = {
  BilledCost: 'amount',
  BillingAccountId: 'text',
  BillingCurrency: 'text',
  BillingPeriodEnd: 'time',
  BillingPeriodStart: 'time',
  ChargeCategory: 'text',
  InvoiceDetailCreated: 'time',
  InvoiceDetailDescription: 'long_text',
  InvoiceDetailGrain: 'json',
  InvoiceDetailId: 'long_text',
  InvoiceDetailLastUpdated: 'time',
  InvoiceId: 'text',
  InvoiceIssueDate: 'time',
  InvoiceIssueStatus: 'text',
  InvoiceIssuerName: 'text',
  PaymentCurrency: 'text',
  PaymentCurrencyBilledCost: 'amount',
  PaymentCurrencyInvoiceDetailId: 'long_text',
  PaymentDueDate: 'time',
  PaymentTerms: 'text',
  PurchaseOrderNumber: 'long_text',
  ReferenceInvoiceId: 'text',
} as const satisfies Record<string, ColumnKind>

/** Every dataset's columns and how each is held. */
export const datasetColumns: Record<Dataset, Record<string, ColumnKind>> = {
  cost_and_usage: Object.fromEntries(focusColumnNames.map((name) => [name, focusColumns[name].kind])),
  contract_commitment: contractCommitmentColumns,
  billing_period: billingPeriodColumns,
  invoice_detail: invoiceDetailColumns,
}
