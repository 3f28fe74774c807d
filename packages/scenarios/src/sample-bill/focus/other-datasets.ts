/** The smaller datasets of FOCUS: Contract Commitment (1.3 and 1.4), Billing Period and Invoice Detail (1.4). */
import { billingPeriodColumns, contractCommitmentColumns, invoiceDetailColumns } from '@kept/domain/focus-datasets.ts'
import { amountOf, amountText } from '../../bill/amount.ts'
import { awsCommitmentArn, awsPayerId } from '../aws/names.ts'
import { upfrontOf } from '../charges.ts'
import type { ColumnType, FlatRow, SampleTable } from '../table.ts'
import { instantOf, monthAfter, monthsOf, type SampleCommitment, type SampleWorld } from '../world.ts'
import { contractId, focusLines, invoiceDetailId } from './focus-lines.ts'

/** The columns of Contract Commitment in 1.3; 1.4 added the others. */
const commitmentColumns13 = [
  ...['ContractCommitmentId', 'ContractCommitmentType', 'ContractCommitmentCategory', 'ContractCommitmentCost'],
  ...['ContractCommitmentQuantity', 'ContractCommitmentUnit', 'ContractCommitmentDescription'],
  ...['ContractCommitmentPeriodStart', 'ContractCommitmentPeriodEnd', 'ContractId', 'ContractPeriodStart'],
  ...['ContractPeriodEnd', 'BillingCurrency'],
]

export function contractCommitmentTable(world: SampleWorld, version: '1.3' | '1.4'): SampleTable {
  const names = version === '1.3' ? commitmentColumns13 : Object.keys(contractCommitmentColumns)
  return {
    name: `focus-${version}-contract-commitment`,
    month: world.start,
    columns: names.map((name) => ({ name, type: typeOf((contractCommitmentColumns as Record<string, string>)[name]) })),
    rows: () => world.commitments.map((commitment) => commitmentRow(world, commitment)),
  }
}

function commitmentRow(world: SampleWorld, commitment: SampleCommitment): FlatRow {
  const reservation = commitment.kind === 'reservation'
  const upfront = upfrontOf(world, commitment)
  const hours = 8760 * commitment.termYears * (reservation ? commitment.count : 1)
  const recurring = amountOf(commitment.recurringPerHour, hours * 1_000_000, 100 - world.discountPercent)
  const cost = amountText(upfront + recurring)
  const start = instantOf(world, commitment.from)
  const end = instantOf(world, commitment.until)
  const model = upfront === 0n ? 'No Upfront' : recurring === 0n ? 'All Upfront' : 'Partial Upfront'
  return {
    BillingCurrency: commitment.account.currency,
    ContractCommitmentApplicability: '{"IsComplexScope":false}',
    ContractCommitmentBenefitCategory: 'Discount',
    ContractCommitmentCategory: reservation ? 'Usage' : 'Spend',
    ContractCommitmentCost: reservation ? '' : cost,
    ContractCommitmentCreated: start,
    ContractCommitmentDescription: commitment.name,
    ContractCommitmentDurationType: `${commitment.termYears * 12} Months`,
    ContractCommitmentFulfillmentInterval: 'Hourly',
    ContractCommitmentId: awsCommitmentArn(world, commitment),
    ContractCommitmentLastUpdated: start,
    ContractCommitmentLifecycleStatus: 'Active',
    ContractCommitmentModel: 'Continuous',
    ContractCommitmentOfferCategory: 'Public',
    ContractCommitmentPaymentInterval: 'Monthly',
    ContractCommitmentPaymentModel: model,
    ContractCommitmentPaymentUpfrontPercentage: model === 'No Upfront' ? '0' : model === 'All Upfront' ? '100' : '50',
    ContractCommitmentPeriodEnd: end,
    ContractCommitmentPeriodStart: start,
    ContractCommitmentQuantity: reservation ? String(hours) : '',
    ContractCommitmentType: reservation ? 'Reserved Instance' : 'Savings Plan',
    ContractCommitmentUnit: reservation ? 'Hours' : '',
    ContractId: contractId(commitment),
    ContractPeriodEnd: end,
    ContractPeriodStart: start,
    InvoiceIssuerName: 'Amazon Web Services, Inc.',
    PricingCurrency: commitment.account.currency,
    PricingCurrencyContractCommitmentCost: reservation ? '' : cost,
    ServiceProviderName: 'AWS',
  }
}

/** Every month is closed but the last, which is open. */
export function billingPeriodTable(world: SampleWorld): SampleTable {
  const months = monthsOf(world)
  return {
    name: 'focus-1.4-billing-period',
    month: world.start,
    columns: Object.entries(billingPeriodColumns).map(([name, kind]) => ({ name, type: typeOf(kind) })),
    rows: () =>
      months.map((month, index) => ({
        BillingPeriodCreated: `${month}T00:00:00Z`,
        BillingPeriodEnd: `${monthAfter(month)}T00:00:00Z`,
        BillingPeriodLastUpdated: `${monthAfter(month)}T00:00:00Z`,
        BillingPeriodStart: `${month}T00:00:00Z`,
        BillingPeriodStatus: index === months.length - 1 ? 'Open' : 'Closed',
        InvoiceIssuerName: 'Amazon Web Services, Inc.',
      })),
  }
}

/** One line for each invoice and category of charge: the exact sum of its lines. */
export function invoiceDetailTable(world: SampleWorld): SampleTable {
  return {
    name: 'focus-1.4-invoice-detail',
    month: world.start,
    columns: Object.entries(invoiceDetailColumns).map(([name, kind]) => ({ name, type: typeOf(kind) })),
    rows: () => monthsOf(world).flatMap((month) => invoiceRows(world, month)),
  }
}

function invoiceRows(world: SampleWorld, month: string): FlatRow[] {
  const sums = new Map<string, { line: FlatRow; billed: bigint }>()
  for (const line of focusLines(world, month, 'day', '1.4')) {
    const key = `${line.InvoiceId} ${line.ChargeCategory}`
    const sum = sums.get(key) ?? { line, billed: 0n }
    sum.billed += unscaled(line.BilledCost ?? '0')
    sums.set(key, sum)
  }
  const issued = `${monthAfter(month)}T00:00:00Z`
  return [...sums.values()].map(({ line, billed }) => ({
    BilledCost: amountText(billed),
    BillingAccountId: awsPayerId(world),
    BillingCurrency: line.BillingCurrency ?? '',
    BillingPeriodEnd: issued,
    BillingPeriodStart: `${month}T00:00:00Z`,
    ChargeCategory: line.ChargeCategory ?? '',
    InvoiceDetailCreated: issued,
    InvoiceDetailDescription: `${line.ChargeCategory} of ${month.slice(0, 7)}`,
    InvoiceDetailGrain: '{"Grain":["InvoiceId","ChargeCategory"]}',
    InvoiceDetailId: invoiceDetailId(line),
    InvoiceDetailLastUpdated: issued,
    InvoiceId: line.InvoiceId ?? '',
    InvoiceIssueDate: issued,
    InvoiceIssueStatus: 'Issued',
    InvoiceIssuerName: 'Amazon Web Services, Inc.',
    PaymentTerms: 'Net 30',
  }))
}

/** Decimal text as a whole number of 10^-20. */
function unscaled(text: string): bigint {
  const [integer = '0', fraction = ''] = text.replace('-', '').split('.')
  const value = BigInt(integer + fraction.padEnd(20, '0').slice(0, 20))
  return text.startsWith('-') ? -value : value
}

function typeOf(kind: string | undefined): ColumnType {
  return kind === 'amount' || kind === 'number' ? 'amount' : kind === 'time' ? 'time' : 'text'
}
