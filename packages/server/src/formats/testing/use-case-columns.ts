/** Columns of FOCUS under the names that the questions give them, and the sums they ask for. */
const columnSql = {
  provider: 'ProviderName',
  billing_account: 'BillingAccountId',
  billing_account_name: 'BillingAccountName',
  publisher: 'PublisherName',
  invoice_issuer: 'InvoiceIssuerName',
  invoice: 'InvoiceId',
  currency: 'BillingCurrency',
  service: 'ServiceName',
  pricing_unit: 'PricingUnit',
  region_name: 'RegionName',
  pricing_currency: 'PricingCurrency',
  description: 'ChargeDescription',
  subcategory: 'ServiceSubcategory',
  charge_period_start: 'ChargePeriodStart',
  charge_period_end: 'ChargePeriodEnd',
  sku: 'SkuId',
  sku_price: 'SkuPriceId',
  list_unit_price: 'ListUnitPrice',
  category: 'ServiceCategory',
  capacity_reservation: 'CapacityReservationId',
  capacity_reservation_status: 'CapacityReservationStatus',
  sub_account: 'SubAccountId',
  commitment: 'CommitmentDiscountId',
  commitment_type: 'CommitmentDiscountType',
  charge_frequency: 'ChargeFrequency',
  region: 'RegionId',
  resource: 'ResourceId',
  charge_category: 'ChargeCategory',
  tag: 'Tags[{tag:String}]',
} as const

const sumSql = {
  billed: 'SUM(BilledCost)',
  core_count: "SUM(toInt64OrNull(JSONExtractRaw(SkuPriceDetails, 'CoreCount')))",
  used: 'SUM(PricingCurrencyEffectiveCost)',
  pricing_quantity: 'SUM(PricingQuantity)',
  list: 'SUM(ListCost)',
  effective: 'SUM(EffectiveCost)',
  first: 'MIN(ChargePeriodStart)',
  last: 'MAX(ChargePeriodEnd)',
} as const

type Part<Name extends string> = Name | Readonly<Record<string, string>>

/** SQL by name, in the order of the parts: a shared name, or SQL that one question alone needs. */
export const columns = (...parts: Part<keyof typeof columnSql>[]) => toSql(columnSql, parts)
export const sums = (...parts: Part<keyof typeof sumSql>[]) => toSql(sumSql, parts)

function toSql<Name extends string>(
  shared: Readonly<Record<Name, string>>,
  parts: readonly Part<Name>[],
): Record<string, string> {
  return Object.fromEntries(
    parts.flatMap((part) => (typeof part === 'string' ? [[part, shared[part]]] : Object.entries(part))),
  )
}
