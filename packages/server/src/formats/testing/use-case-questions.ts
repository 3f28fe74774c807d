/**
 * Each use case of the FOCUS library as columns over the lines: `keys` form the groups, `amounts` are calculated for
 * each. Every amount is summed by billing currency, and the end of a window is exclusive. The use cases are those of
 * `use-cases.ts`, which names their source.
 */
import { columns, sums } from './use-case-columns.ts'

interface UseCaseQuestion {
  keys: Record<string, string>
  amounts: Record<string, string>
  where?: string[]
  having?: string
  /** Which days the window is about. */
  window: 'charge' | 'billing'
}

export function questionSql({ keys, amounts, where = [], having = '1', window }: UseCaseQuestion): string {
  const start = window === 'charge' ? 'ChargePeriodStart' : 'BillingPeriodStart'
  const select = Object.entries({ ...keys, ...amounts }).map(([name, sql]) => `${sql} AS ${name}`)
  const conditions = [`toDate(${start}) >= {from:Date}`, `toDate(${start}) < {to:Date}`, ...where]
  return `SELECT ${select.join(', ')} FROM focus_lines WHERE ${conditions.join(' AND ')} GROUP BY ${Object.keys(keys).join(', ')} HAVING ${having}`
}

export const useCaseQuestions: Record<number, UseCaseQuestion> = {
  1: {
    keys: columns('provider', 'billing_account', 'billing_account_name', {
      billing_account_type: 'BillingAccountType',
    }),
    amounts: {},
    window: 'charge',
  },
  2: {
    keys: columns('provider', 'publisher', 'invoice_issuer', 'invoice', 'currency'),
    amounts: sums('billed'),
    window: 'charge',
  },
  3: {
    keys: columns('provider', 'invoice', 'currency'),
    amounts: sums('billed'),
    where: ["ChargeCategory = 'Credit'"],
    window: 'charge',
  },
  4: { keys: columns('invoice_issuer', 'invoice', 'currency'), amounts: sums('billed'), window: 'charge' },
  5: {
    keys: columns(
      'provider',
      'service',
      'pricing_unit',
      'region_name',
      { instance_series: "JSONExtractString(SkuPriceDetails, 'InstanceSeries')" },
      'currency',
    ),
    amounts: sums('core_count', {
      effective_per_core:
        "divideDecimal(SUM(EffectiveCost), toDecimal256(SUM(toInt64OrNull(JSONExtractRaw(SkuPriceDetails, 'CoreCount'))), 0), 12)",
    }),
    where: ["JSONHas(SkuPriceDetails, 'CoreCount')", "JSONHas(SkuPriceDetails, 'InstanceSeries')"],
    window: 'charge',
  },
  6: {
    keys: columns(
      'provider',
      'service',
      'pricing_unit',
      'region_name',
      { instance_series: "JSONExtractString(SkuPriceDetails, 'InstanceSeries')" },
      'currency',
    ),
    amounts: sums('core_count'),
    where: ["JSONHas(SkuPriceDetails, 'CoreCount')", "JSONHas(SkuPriceDetails, 'InstanceSeries')"],
    window: 'charge',
  },
  7: {
    keys: columns({ day: 'toDate(ChargePeriodStart)' }, 'currency'),
    amounts: sums({ billed_per_unit: 'divideDecimal(SUM(BilledCost), SUM(ConsumedQuantity), 12)' }),
    where: ["ChargeDescription LIKE '%transfer%'", "ConsumedUnit = 'GB'"],
    having: 'SUM(ConsumedQuantity) != 0',
    window: 'charge',
  },
  8: {
    keys: columns('provider', 'pricing_currency'),
    amounts: sums('used'),
    where: ['PricingCurrency = {pricing_currency:String}', "ChargeCategory = 'Usage'"],
    window: 'charge',
  },
  9: {
    keys: columns('provider', 'publisher', 'service', 'description', 'pricing_currency'),
    amounts: sums('used'),
    where: ['PricingCurrency = {pricing_currency:String}'],
    window: 'charge',
  },
  10: {
    keys: columns('provider', 'publisher', 'service', 'pricing_currency'),
    amounts: sums('used'),
    window: 'charge',
  },
  11: {
    keys: columns('provider', 'publisher', 'description', 'pricing_unit', 'currency'),
    amounts: sums('pricing_quantity', 'billed'),
    where: ["ChargeCategory = 'Purchase'", 'PricingUnit = {pricing_unit:String}'],
    window: 'charge',
  },
  12: {
    keys: columns('service', 'subcategory', 'description', 'currency', 'pricing_currency'),
    amounts: sums({
      price_difference_in_pricing_currency: 'SUM(PricingCurrencyListUnitPrice - PricingCurrencyContractedUnitPrice)',
      price_difference: 'SUM(ListUnitPrice - ContractedUnitPrice)',
    }),
    where: ['PricingCurrencyListUnitPrice > PricingCurrencyContractedUnitPrice'],
    window: 'charge',
  },
  13: {
    keys: columns('provider', 'currency'),
    amounts: sums({
      tagged:
        'round(toFloat64(SUM(CASE WHEN mapContains(Tags, {tag:String}) THEN EffectiveCost ELSE 0 END)) / toFloat64(SUM(EffectiveCost)) * 100, 4)',
    }),
    where: ['EffectiveCost > 0', 'ProviderName = {provider:String}'],
    window: 'charge',
  },
  14: {
    keys: columns(
      'provider',
      'charge_period_start',
      'charge_period_end',
      'sku',
      'sku_price',
      'pricing_unit',
      'currency',
      'list_unit_price',
    ),
    amounts: sums('pricing_quantity', 'list', 'effective'),
    window: 'charge',
  },
  15: {
    keys: columns('provider', 'currency', { period: 'toDate(BillingPeriodStart)' }, 'category', 'subcategory'),
    amounts: sums('billed'),
    window: 'billing',
  },
  16: {
    keys: columns('provider', 'billing_account', 'capacity_reservation', 'capacity_reservation_status', 'currency'),
    amounts: sums('billed', 'effective'),
    where: ["ServiceCategory = 'Compute'"],
    window: 'charge',
  },
  17: {
    keys: columns('provider', 'billing_account', 'capacity_reservation', 'capacity_reservation_status', 'currency'),
    amounts: sums('billed', 'effective'),
    where: ["CapacityReservationStatus = 'Unused'"],
    window: 'charge',
  },
  18: {
    keys: columns('provider', 'billing_account', 'category', 'sub_account', 'currency'),
    amounts: sums('billed'),
    where: ["ChargeClass = 'Correction'"],
    window: 'billing',
  },
  19: {
    keys: columns(
      { period: 'toDate(BillingPeriodStart)' },
      'commitment',
      'commitment_type',
      'charge_frequency',
      'currency',
    ),
    amounts: sums('billed'),
    where: ["ChargeFrequency = 'Recurring'", 'CommitmentDiscountId IS NOT NULL'],
    window: 'billing',
  },
  20: {
    keys: columns({ period: 'toDate(BillingPeriodStart)' }, 'provider', 'sub_account', 'service', 'currency'),
    amounts: sums('billed', 'effective'),
    where: ['ServiceName = {service:String}'],
    window: 'billing',
  },
  21: {
    keys: columns(
      'provider',
      'billing_account',
      'currency',
      { period: 'toDate(BillingPeriodStart)' },
      'category',
      'service',
    ),
    amounts: sums('billed'),
    where: ['ProviderName = {provider:String}'],
    window: 'charge',
  },
  22: {
    keys: columns({ period: 'toDate(ChargePeriodStart)' }, 'provider', 'region', 'service', 'currency'),
    amounts: sums('effective'),
    window: 'charge',
  },
  23: {
    keys: columns('provider', 'service', 'sub_account', { period: 'toDate(ChargePeriodStart)' }, 'currency'),
    amounts: sums('effective'),
    where: ['SubAccountId = {sub_account:String}', 'ProviderName = {provider:String}'],
    window: 'billing',
  },
  24: {
    keys: columns({ period: 'toStartOfMonth(ChargePeriodStart)' }, 'provider', 'service', 'currency'),
    amounts: sums('effective'),
    window: 'charge',
  },
  25: {
    keys: columns({ period: 'toDate(BillingPeriodStart)' }, 'service', 'currency'),
    amounts: sums('effective'),
    where: ['Tags[{tag:String}] = {tag_value:String}'],
    window: 'charge',
  },
  26: {
    keys: columns('resource', { resource_type: 'ResourceType' }, 'description', 'sku', 'currency'),
    amounts: sums('effective'),
    where: ['ResourceId = {resource:String}'],
    window: 'charge',
  },
  27: {
    keys: columns('provider', 'currency', { period: 'toDate(BillingPeriodStart)' }, 'category'),
    amounts: sums('billed'),
    window: 'billing',
  },
  28: {
    keys: columns('provider', 'billing_account', 'charge_category', 'category', 'service', 'currency'),
    amounts: sums('billed'),
    where: ["ChargeClass = 'Correction'"],
    window: 'billing',
  },
  29: {
    keys: columns(
      'commitment_type',
      'provider',
      'service',
      'sub_account',
      { period: 'toDate(BillingPeriodStart)' },
      'currency',
    ),
    amounts: sums('effective'),
    where: ["ServiceCategory = 'Compute'"],
    window: 'billing',
  },
  30: {
    keys: columns(
      'provider',
      'billing_account',
      'commitment',
      'commitment_type',
      { commitment_unit: 'CommitmentDiscountUnit', commitment_quantity: 'CommitmentDiscountQuantity' },
      'charge_frequency',
      'currency',
    ),
    amounts: sums('first', 'last', 'billed'),
    where: ["ChargeCategory = 'Purchase'", 'CommitmentDiscountId IS NOT NULL'],
    window: 'charge',
  },
  // The library's rate over every charge is left out: ours is measured over usage and unused commitments.
  31: {
    keys: columns('provider', 'service', 'currency'),
    amounts: sums({ contracted: 'SUM(ContractedCost)' }, 'effective'),
    window: 'charge',
  },
  32: {
    keys: columns('provider', 'currency'),
    amounts: sums('effective', {
      rate_over_list:
        'if(SUM(ListCost) = 0, NULL, round(toFloat64(SUM(ListCost) - SUM(EffectiveCost)) / toFloat64(SUM(ListCost)) * 100, 4))',
      rate_over_contracted:
        'if(SUM(ContractedCost) = 0, NULL, round(toFloat64(SUM(ContractedCost) - SUM(EffectiveCost)) / toFloat64(SUM(ContractedCost)) * 100, 4))',
    }),
    window: 'charge',
  },
  33: {
    keys: columns(
      'provider',
      'charge_period_start',
      'charge_period_end',
      'sku',
      'sku_price',
      'pricing_unit',
      'currency',
      'list_unit_price',
    ),
    amounts: sums('pricing_quantity', 'list', 'effective'),
    window: 'charge',
  },
  34: {
    keys: columns({ day: 'toDate(ChargePeriodStart)' }, 'provider', 'publisher', 'invoice_issuer', 'currency'),
    amounts: sums('effective'),
    where: ['InvoiceIssuerName != PublisherName'],
    window: 'charge',
  },
  35: {
    keys: columns('service', 'resource', { resource_name: 'ResourceName' }, 'pricing_unit', 'currency'),
    amounts: sums('first', 'last', 'pricing_quantity', 'effective'),
    where: ['SubAccountId = {sub_account:String}', "ServiceCategory = 'Compute'"],
    window: 'charge',
  },
  36: {
    keys: columns('provider', 'region', { zone: 'AvailabilityZone', period: 'toDate(BillingPeriodStart)' }, 'currency'),
    amounts: sums('effective'),
    where: ['SubAccountId = {sub_account:String}'],
    window: 'charge',
  },
  37: {
    keys: columns({ period: 'toDate(ChargePeriodStart)' }, 'provider', 'sub_account', 'region', 'service', 'currency'),
    amounts: sums('effective'),
    window: 'charge',
  },
  38: {
    keys: columns({ period: 'toDate(ChargePeriodStart)' }, 'provider', 'sub_account', 'region', 'currency'),
    amounts: sums('effective'),
    window: 'charge',
  },
  39: {
    keys: columns({ period: 'toDate(ChargePeriodStart)' }, 'provider', 'sub_account', 'currency'),
    amounts: sums('effective'),
    window: 'charge',
  },
  40: {
    keys: columns('provider', { period: 'toDate(BillingPeriodStart)' }, 'tag', 'currency'),
    amounts: sums('billed'),
    window: 'billing',
  },
  41: {
    keys: columns('provider', { period: 'toDate(BillingPeriodStart)' }, 'currency'),
    amounts: sums('billed'),
    window: 'billing',
  },
  42: {
    keys: columns('provider', 'sub_account', 'region', 'currency'),
    amounts: sums({ lines: 'COUNT(1)' }),
    window: 'charge',
  },
  43: {
    keys: columns(
      'provider',
      { period: 'toDate(BillingPeriodStart)' },
      'category',
      'service',
      'region',
      'pricing_unit',
      'currency',
    ),
    amounts: sums('effective', 'pricing_quantity'),
    window: 'billing',
  },
  44: {
    keys: columns({ period: 'toDate(BillingPeriodStart)' }, 'provider', 'category', 'service', 'currency'),
    amounts: sums('billed'),
    window: 'billing',
  },
  45: {
    keys: columns(
      { period: 'toDate(BillingPeriodStart)' },
      'provider',
      'category',
      'service',
      'charge_category',
      'currency',
    ),
    amounts: sums('effective'),
    window: 'billing',
  },
  46: {
    keys: columns('provider', 'billing_account', 'billing_account_name', 'currency', 'service'),
    amounts: sums('effective', 'list', 'billed', {
      effective_of_billed:
        'if(SUM(BilledCost) = 0, NULL, round(toFloat64(SUM(EffectiveCost)) / toFloat64(SUM(BilledCost)) * 100, 4))',
    }),
    where: ["ifNull(ChargeClass, '') != 'Correction'"],
    window: 'billing',
  },
  47: {
    keys: columns('provider', 'billing_account', 'currency', 'service'),
    amounts: sums('billed'),
    window: 'billing',
  },
  48: { keys: columns('provider', 'billing_account', 'currency'), amounts: sums('billed'), window: 'billing' },
  49: {
    keys: columns(
      { period: 'toStartOfMonth(ChargePeriodStart)' },
      'provider',
      'service',
      'resource',
      'sku',
      { unit: 'ConsumedUnit' },
      'currency',
    ),
    amounts: sums({ quantity: 'SUM(ConsumedQuantity)' }),
    where: ["ChargeCategory = 'Usage'"],
    window: 'charge',
  },
  50: {
    keys: columns({ period: 'toDate(ChargePeriodStart)' }, 'sub_account', 'service', 'currency'),
    amounts: sums('effective'),
    where: ['SubAccountId = {sub_account:String}'],
    window: 'charge',
  },
  51: {
    keys: columns('provider', 'billing_account', 'commitment', 'commitment_type', 'currency'),
    amounts: sums('first', 'last', 'billed', 'effective'),
    where: ["CommitmentDiscountStatus = 'Unused'"],
    window: 'charge',
  },
  52: { keys: columns('tag', 'provider', 'billing_account', 'currency'), amounts: sums('billed'), window: 'billing' },
  53: {
    keys: columns('provider', 'sub_account', 'currency'),
    amounts: sums('billed'),
    where: ["ChargeCategory = 'Usage'", 'ProviderName = {provider:String}', 'SubAccountId = {sub_account:String}'],
    window: 'charge',
  },
}
