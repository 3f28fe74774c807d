/** The smaller datasets of FOCUS: Contract Commitment (1.3, 1.4), Billing Period and Invoice Detail (1.4). */
import type { BillFormat } from '@kept/domain/bill-format.ts'
import type { ColumnKind } from '@kept/domain/focus-columns.ts'
import { billingPeriodColumns, contractCommitmentColumns, invoiceDetailColumns } from '@kept/domain/focus-datasets.ts'
import {
  amountColumn,
  exclusiveEnd,
  type MappedColumn,
  type Mapping,
  mapColumn,
  tagsColumn,
  textColumn,
  time,
  timeColumn,
} from '@kept/domain/mapping.ts'

const identity: Record<ColumnKind, (name: string) => MappedColumn> = {
  text: textColumn,
  long_text: textColumn,
  json: textColumn,
  amount: amountColumn,
  number: amountColumn,
  time: (name) => timeColumn(name.endsWith('End') ? exclusiveEnd(time(name)) : time(name)),
  tags: (name) => tagsColumn(mapColumn(name)),
}

function identityMapping(columns: Record<string, ColumnKind>, required: string[]): Mapping {
  return {
    columns: Object.fromEntries(Object.entries(columns).map(([name, kind]) => [name, identity[kind](name)])),
    required: required.map((name) => [name]),
  }
}

export const focusContractCommitment: BillFormat = {
  id: 'focus-contract-commitment',
  label: 'FOCUS Contract Commitment',
  dataset: 'contract_commitment',
  signature: { all: ['ContractCommitmentId', 'ContractId', 'ContractCommitmentPeriodStart'] },
  rank: 20,
  mapping: identityMapping(contractCommitmentColumns, ['ContractCommitmentId', 'ContractId']),
}

export const focusBillingPeriod: BillFormat = {
  id: 'focus-billing-period',
  label: 'FOCUS Billing Period',
  dataset: 'billing_period',
  signature: { all: ['BillingPeriodStart', 'BillingPeriodStatus', 'InvoiceIssuerName'], noneOf: ['BilledCost'] },
  rank: 20,
  mapping: identityMapping(billingPeriodColumns, ['BillingPeriodStart', 'BillingPeriodStatus']),
}

export const focusInvoiceDetail: BillFormat = {
  id: 'focus-invoice-detail',
  label: 'FOCUS Invoice Detail',
  dataset: 'invoice_detail',
  signature: { all: ['InvoiceDetailId', 'InvoiceId', 'BilledCost'], noneOf: ['ChargePeriodStart', 'EffectiveCost'] },
  rank: 20,
  mapping: identityMapping(invoiceDetailColumns, ['BilledCost', 'BillingPeriodStart', 'InvoiceId', 'BillingCurrency']),
}
