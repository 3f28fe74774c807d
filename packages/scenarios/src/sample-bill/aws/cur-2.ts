/**
 * Cost and Usage Report 2.0: the same lines with fixed columns, and with maps for what the legacy report has in
 * separate columns (product, resource tags, discount).
 */
import { subtract } from '@kept/foundation/decimal.ts'
import type { Granularity } from '../charges.ts'
import type { FlatRow, SampleTable } from '../table.ts'
import { monthsOf, type SampleWorld } from '../world.ts'
import { snakeCase, typeOf } from './cur-legacy.ts'
import { curLines } from './cur-lines.ts'
import { awsAccountId } from './names.ts'

/** Product attributes with a column of their own; the others are in the map. */
const productColumns = new Set([
  'product_instance_family',
  'product_instance_type',
  'product_location',
  'product_operation',
  'product_product_family',
  'product_region_code',
  'product_servicecode',
  'product_sku',
  'product_usagetype',
])

const maps = ['cost_category', 'discount', 'product', 'resource_tags']

/** Columns that only some lines fill, by their legacy names; the list is the report's, independent of the month. */
const fixed = [
  'identity/LineItemId',
  'identity/TimeInterval',
  ...[
    'BillType',
    'BillingEntity',
    'BillingPeriodEndDate',
    'BillingPeriodStartDate',
    'InvoiceId',
    'InvoicingEntity',
    'PayerAccountId',
  ].map((name) => `bill/${name}`),
  ...[
    'AvailabilityZone',
    'BlendedCost',
    'BlendedRate',
    'CurrencyCode',
    'LegalEntity',
    'LineItemDescription',
    'LineItemType',
    'NetUnblendedCost',
    'NetUnblendedRate',
    'NormalizationFactor',
    'NormalizedUsageAmount',
    'Operation',
    'ProductCode',
    'ResourceId',
    'TaxType',
    'UnblendedCost',
    'UnblendedRate',
    'UsageAccountId',
    'UsageAmount',
    'UsageEndDate',
    'UsageStartDate',
    'UsageType',
  ].map((name) => `lineItem/${name}`),
  ...[
    'LeaseContractLength',
    'OfferingClass',
    'PurchaseOption',
    'RateCode',
    'RateId',
    'currency',
    'publicOnDemandCost',
    'publicOnDemandRate',
    'term',
    'unit',
  ].map((name) => `pricing/${name}`),
  ...[
    'AmortizedUpfrontCostForUsage',
    'AmortizedUpfrontFeeForBillingPeriod',
    'EffectiveCost',
    'EndTime',
    'ModificationStatus',
    'NetAmortizedUpfrontCostForUsage',
    'NetAmortizedUpfrontFeeForBillingPeriod',
    'NetEffectiveCost',
    'NetRecurringFeeForUsage',
    'NetUnusedAmortizedUpfrontFeeForBillingPeriod',
    'NetUnusedRecurringFee',
    'NormalizedUnitsPerReservation',
    'NumberOfReservations',
    'RecurringFeeForUsage',
    'ReservationARN',
    'StartTime',
    'SubscriptionId',
    'TotalReservedNormalizedUnits',
    'TotalReservedUnits',
    'UnitsPerReservation',
    'UnusedAmortizedUpfrontFeeForBillingPeriod',
    'UnusedNormalizedUnitQuantity',
    'UnusedQuantity',
    'UnusedRecurringFee',
    'UpfrontValue',
  ].map((name) => `reservation/${name}`),
  ...[
    'AmortizedUpfrontCommitmentForBillingPeriod',
    'EndTime',
    'NetAmortizedUpfrontCommitmentForBillingPeriod',
    'NetRecurringCommitmentForBillingPeriod',
    'NetSavingsPlanEffectiveCost',
    'OfferingType',
    'PaymentOption',
    'PurchaseTerm',
    'RecurringCommitmentForBillingPeriod',
    'SavingsPlanARN',
    'SavingsPlanEffectiveCost',
    'SavingsPlanRate',
    'StartTime',
    'TotalCommitmentToDate',
    'UsedCommitment',
  ].map((name) => `savingsPlan/${name}`),
]

const columns: SampleTable['columns'] = [
  ...fixed.map((name) => ({ name: snakeCase(name), type: typeOf(name) })),
  ...[...productColumns, 'bill_payer_account_name', 'line_item_usage_account_name'].map((name) => ({
    name,
    type: 'text' as const,
  })),
  ...maps.map((name) => ({ name, type: 'text_map' as const })),
].toSorted((a, b) => (a.name < b.name ? -1 : 1))

export function cur2Tables(world: SampleWorld, { granularity }: { granularity: Granularity }): SampleTable[] {
  const names = new Map(world.accounts.map((account) => [awsAccountId(world, account), account.name]))
  return monthsOf(world).map((month) => ({
    name: `cur2-${month.slice(0, 7)}`,
    month,
    columns,
    rows: function* () {
      for (const line of curLines(world, month, granularity)) yield toCur2(line, world.payerName, names)
    },
  }))
}

function toCur2(line: FlatRow, payerName: string, names: Map<string, string>): FlatRow {
  const cells: Record<string, string> = {
    bill_payer_account_name: payerName,
    line_item_usage_account_name: names.get(line['lineItem/UsageAccountId'] ?? '') ?? '',
  }
  const product: Record<string, string> = {}
  const tags: Record<string, string> = {}
  for (const [name, value] of Object.entries(line)) {
    if (value === '') continue
    const spelled = snakeCase(name)
    if (name.startsWith('resourceTags/')) tags[spelled.slice('resource_tags_'.length)] = value
    else if (name.startsWith('product/') && !productColumns.has(spelled))
      product[spelled.slice('product_'.length)] = value
    else cells[spelled] = /(?:Date)$/.test(name) ? value.replace(/Z$/, '.000Z') : value
  }
  return {
    ...cells,
    product: JSON.stringify(product),
    resource_tags: JSON.stringify(tags),
    cost_category: JSON.stringify(tags.user_environment ? { stage: tags.user_environment } : {}),
    discount: JSON.stringify(discountOf(line)),
  }
}

function discountOf(line: FlatRow): Record<string, string> {
  const net = line['lineItem/NetUnblendedCost']
  const gross = line['lineItem/UnblendedCost']
  if (net === undefined || gross === undefined || net === gross) return {}
  return { edp_discount: subtract(net, gross), total_discount: subtract(net, gross) }
}
