/**
 * Each use case of the FOCUS library as columns over the lines: `keys` form the groups, `amounts` are calculated for
 * each. Every amount is summed by billing currency, and the end of a window is exclusive. The use cases are those of
 * `use-cases.ts`, which names their source.
 */
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
    keys: {
      provider: 'ProviderName',
      billing_account: 'BillingAccountId',
      billing_account_name: 'BillingAccountName',
      billing_account_type: 'BillingAccountType',
    },
    amounts: {},
    window: 'charge',
  },
  2: {
    keys: {
      provider: 'ProviderName',
      publisher: 'PublisherName',
      invoice_issuer: 'InvoiceIssuerName',
      invoice: 'InvoiceId',
      currency: 'BillingCurrency',
    },
    amounts: { billed: 'SUM(BilledCost)' },
    window: 'charge',
  },
  3: {
    keys: { provider: 'ProviderName', invoice: 'InvoiceId', currency: 'BillingCurrency' },
    amounts: { billed: 'SUM(BilledCost)' },
    where: ["ChargeCategory = 'Credit'"],
    window: 'charge',
  },
  4: {
    keys: { invoice_issuer: 'InvoiceIssuerName', invoice: 'InvoiceId', currency: 'BillingCurrency' },
    amounts: { billed: 'SUM(BilledCost)' },
    window: 'charge',
  },
  5: {
    keys: {
      provider: 'ProviderName',
      service: 'ServiceName',
      pricing_unit: 'PricingUnit',
      region_name: 'RegionName',
      instance_series: "JSONExtractString(SkuPriceDetails, 'InstanceSeries')",
      currency: 'BillingCurrency',
    },
    amounts: {
      core_count: "SUM(toInt64OrNull(JSONExtractRaw(SkuPriceDetails, 'CoreCount')))",
      effective_per_core:
        "divideDecimal(SUM(EffectiveCost), toDecimal256(SUM(toInt64OrNull(JSONExtractRaw(SkuPriceDetails, 'CoreCount'))), 0), 12)",
    },
    where: ["JSONHas(SkuPriceDetails, 'CoreCount')", "JSONHas(SkuPriceDetails, 'InstanceSeries')"],
    window: 'charge',
  },
  6: {
    keys: {
      provider: 'ProviderName',
      service: 'ServiceName',
      pricing_unit: 'PricingUnit',
      region_name: 'RegionName',
      instance_series: "JSONExtractString(SkuPriceDetails, 'InstanceSeries')",
      currency: 'BillingCurrency',
    },
    amounts: { core_count: "SUM(toInt64OrNull(JSONExtractRaw(SkuPriceDetails, 'CoreCount')))" },
    where: ["JSONHas(SkuPriceDetails, 'CoreCount')", "JSONHas(SkuPriceDetails, 'InstanceSeries')"],
    window: 'charge',
  },
  7: {
    keys: { day: 'toDate(ChargePeriodStart)', currency: 'BillingCurrency' },
    amounts: { billed_per_unit: 'divideDecimal(SUM(BilledCost), SUM(ConsumedQuantity), 12)' },
    where: ["ChargeDescription LIKE '%transfer%'", "ConsumedUnit = 'GB'"],
    having: 'SUM(ConsumedQuantity) != 0',
    window: 'charge',
  },
  8: {
    keys: { provider: 'ProviderName', pricing_currency: 'PricingCurrency' },
    amounts: { used: 'SUM(PricingCurrencyEffectiveCost)' },
    where: ['PricingCurrency = {pricing_currency:String}', "ChargeCategory = 'Usage'"],
    window: 'charge',
  },
  9: {
    keys: {
      provider: 'ProviderName',
      publisher: 'PublisherName',
      service: 'ServiceName',
      description: 'ChargeDescription',
      pricing_currency: 'PricingCurrency',
    },
    amounts: { used: 'SUM(PricingCurrencyEffectiveCost)' },
    where: ['PricingCurrency = {pricing_currency:String}'],
    window: 'charge',
  },
  10: {
    keys: {
      provider: 'ProviderName',
      publisher: 'PublisherName',
      service: 'ServiceName',
      pricing_currency: 'PricingCurrency',
    },
    amounts: { used: 'SUM(PricingCurrencyEffectiveCost)' },
    window: 'charge',
  },
  11: {
    keys: {
      provider: 'ProviderName',
      publisher: 'PublisherName',
      description: 'ChargeDescription',
      pricing_unit: 'PricingUnit',
      currency: 'BillingCurrency',
    },
    amounts: { pricing_quantity: 'SUM(PricingQuantity)', billed: 'SUM(BilledCost)' },
    where: ["ChargeCategory = 'Purchase'", 'PricingUnit = {pricing_unit:String}'],
    window: 'charge',
  },
  12: {
    keys: {
      service: 'ServiceName',
      subcategory: 'ServiceSubcategory',
      description: 'ChargeDescription',
      currency: 'BillingCurrency',
      pricing_currency: 'PricingCurrency',
    },
    amounts: {
      price_difference_in_pricing_currency: 'SUM(PricingCurrencyListUnitPrice - PricingCurrencyContractedUnitPrice)',
      price_difference: 'SUM(ListUnitPrice - ContractedUnitPrice)',
    },
    where: ['PricingCurrencyListUnitPrice > PricingCurrencyContractedUnitPrice'],
    window: 'charge',
  },
  13: {
    keys: { provider: 'ProviderName', currency: 'BillingCurrency' },
    amounts: {
      tagged:
        'round(toFloat64(SUM(CASE WHEN mapContains(Tags, {tag:String}) THEN EffectiveCost ELSE 0 END)) / toFloat64(SUM(EffectiveCost)) * 100, 4)',
    },
    where: ['EffectiveCost > 0', 'ProviderName = {provider:String}'],
    window: 'charge',
  },
  14: {
    keys: {
      provider: 'ProviderName',
      charge_period_start: 'ChargePeriodStart',
      charge_period_end: 'ChargePeriodEnd',
      sku: 'SkuId',
      sku_price: 'SkuPriceId',
      pricing_unit: 'PricingUnit',
      currency: 'BillingCurrency',
      list_unit_price: 'ListUnitPrice',
    },
    amounts: { pricing_quantity: 'SUM(PricingQuantity)', list: 'SUM(ListCost)', effective: 'SUM(EffectiveCost)' },
    window: 'charge',
  },
  15: {
    keys: {
      provider: 'ProviderName',
      currency: 'BillingCurrency',
      period: 'toDate(BillingPeriodStart)',
      category: 'ServiceCategory',
      subcategory: 'ServiceSubcategory',
    },
    amounts: { billed: 'SUM(BilledCost)' },
    window: 'billing',
  },
  16: {
    keys: {
      provider: 'ProviderName',
      billing_account: 'BillingAccountId',
      capacity_reservation: 'CapacityReservationId',
      capacity_reservation_status: 'CapacityReservationStatus',
      currency: 'BillingCurrency',
    },
    amounts: { billed: 'SUM(BilledCost)', effective: 'SUM(EffectiveCost)' },
    where: ["ServiceCategory = 'Compute'"],
    window: 'charge',
  },
  17: {
    keys: {
      provider: 'ProviderName',
      billing_account: 'BillingAccountId',
      capacity_reservation: 'CapacityReservationId',
      capacity_reservation_status: 'CapacityReservationStatus',
      currency: 'BillingCurrency',
    },
    amounts: { billed: 'SUM(BilledCost)', effective: 'SUM(EffectiveCost)' },
    where: ["CapacityReservationStatus = 'Unused'"],
    window: 'charge',
  },
  18: {
    keys: {
      provider: 'ProviderName',
      billing_account: 'BillingAccountId',
      category: 'ServiceCategory',
      sub_account: 'SubAccountId',
      currency: 'BillingCurrency',
    },
    amounts: { billed: 'SUM(BilledCost)' },
    where: ["ChargeClass = 'Correction'"],
    window: 'billing',
  },
  19: {
    keys: {
      period: 'toDate(BillingPeriodStart)',
      commitment: 'CommitmentDiscountId',
      commitment_type: 'CommitmentDiscountType',
      charge_frequency: 'ChargeFrequency',
      currency: 'BillingCurrency',
    },
    amounts: { billed: 'SUM(BilledCost)' },
    where: ["ChargeFrequency = 'Recurring'", 'CommitmentDiscountId IS NOT NULL'],
    window: 'billing',
  },
  20: {
    keys: {
      period: 'toDate(BillingPeriodStart)',
      provider: 'ProviderName',
      sub_account: 'SubAccountId',
      service: 'ServiceName',
      currency: 'BillingCurrency',
    },
    amounts: { billed: 'SUM(BilledCost)', effective: 'SUM(EffectiveCost)' },
    where: ['ServiceName = {service:String}'],
    window: 'billing',
  },
  21: {
    keys: {
      provider: 'ProviderName',
      billing_account: 'BillingAccountId',
      currency: 'BillingCurrency',
      period: 'toDate(BillingPeriodStart)',
      category: 'ServiceCategory',
      service: 'ServiceName',
    },
    amounts: { billed: 'SUM(BilledCost)' },
    where: ['ProviderName = {provider:String}'],
    window: 'charge',
  },
  22: {
    keys: {
      period: 'toDate(ChargePeriodStart)',
      provider: 'ProviderName',
      region: 'RegionId',
      service: 'ServiceName',
      currency: 'BillingCurrency',
    },
    amounts: { effective: 'SUM(EffectiveCost)' },
    window: 'charge',
  },
  23: {
    keys: {
      provider: 'ProviderName',
      service: 'ServiceName',
      sub_account: 'SubAccountId',
      period: 'toDate(ChargePeriodStart)',
      currency: 'BillingCurrency',
    },
    amounts: { effective: 'SUM(EffectiveCost)' },
    where: ['SubAccountId = {sub_account:String}', 'ProviderName = {provider:String}'],
    window: 'billing',
  },
  24: {
    keys: {
      period: 'toStartOfMonth(ChargePeriodStart)',
      provider: 'ProviderName',
      service: 'ServiceName',
      currency: 'BillingCurrency',
    },
    amounts: { effective: 'SUM(EffectiveCost)' },
    window: 'charge',
  },
  25: {
    keys: { period: 'toDate(BillingPeriodStart)', service: 'ServiceName', currency: 'BillingCurrency' },
    amounts: { effective: 'SUM(EffectiveCost)' },
    where: ['Tags[{tag:String}] = {tag_value:String}'],
    window: 'charge',
  },
  26: {
    keys: {
      resource: 'ResourceId',
      resource_type: 'ResourceType',
      description: 'ChargeDescription',
      sku: 'SkuId',
      currency: 'BillingCurrency',
    },
    amounts: { effective: 'SUM(EffectiveCost)' },
    where: ['ResourceId = {resource:String}'],
    window: 'charge',
  },
  27: {
    keys: {
      provider: 'ProviderName',
      currency: 'BillingCurrency',
      period: 'toDate(BillingPeriodStart)',
      category: 'ServiceCategory',
    },
    amounts: { billed: 'SUM(BilledCost)' },
    window: 'billing',
  },
  28: {
    keys: {
      provider: 'ProviderName',
      billing_account: 'BillingAccountId',
      charge_category: 'ChargeCategory',
      category: 'ServiceCategory',
      service: 'ServiceName',
      currency: 'BillingCurrency',
    },
    amounts: { billed: 'SUM(BilledCost)' },
    where: ["ChargeClass = 'Correction'"],
    window: 'billing',
  },
  29: {
    keys: {
      commitment_type: 'CommitmentDiscountType',
      provider: 'ProviderName',
      service: 'ServiceName',
      sub_account: 'SubAccountId',
      period: 'toDate(BillingPeriodStart)',
      currency: 'BillingCurrency',
    },
    amounts: { effective: 'SUM(EffectiveCost)' },
    where: ["ServiceCategory = 'Compute'"],
    window: 'billing',
  },
  30: {
    keys: {
      provider: 'ProviderName',
      billing_account: 'BillingAccountId',
      commitment: 'CommitmentDiscountId',
      commitment_type: 'CommitmentDiscountType',
      commitment_unit: 'CommitmentDiscountUnit',
      commitment_quantity: 'CommitmentDiscountQuantity',
      charge_frequency: 'ChargeFrequency',
      currency: 'BillingCurrency',
    },
    amounts: { first: 'MIN(ChargePeriodStart)', last: 'MAX(ChargePeriodEnd)', billed: 'SUM(BilledCost)' },
    where: ["ChargeCategory = 'Purchase'", 'CommitmentDiscountId IS NOT NULL'],
    window: 'charge',
  },
  31: {
    keys: { provider: 'ProviderName', service: 'ServiceName', currency: 'BillingCurrency' },
    amounts: {
      contracted: 'SUM(ContractedCost)',
      // The library's rate over every charge is left out: ours is measured over usage and unused commitments.
      effective: 'SUM(EffectiveCost)',
    },
    window: 'charge',
  },
  32: {
    keys: { provider: 'ProviderName', currency: 'BillingCurrency' },
    amounts: {
      effective: 'SUM(EffectiveCost)',
      rate_over_list:
        'if(SUM(ListCost) = 0, NULL, round(toFloat64(SUM(ListCost) - SUM(EffectiveCost)) / toFloat64(SUM(ListCost)) * 100, 4))',
      rate_over_contracted:
        'if(SUM(ContractedCost) = 0, NULL, round(toFloat64(SUM(ContractedCost) - SUM(EffectiveCost)) / toFloat64(SUM(ContractedCost)) * 100, 4))',
    },
    window: 'charge',
  },
  33: {
    keys: {
      provider: 'ProviderName',
      charge_period_start: 'ChargePeriodStart',
      charge_period_end: 'ChargePeriodEnd',
      sku: 'SkuId',
      sku_price: 'SkuPriceId',
      pricing_unit: 'PricingUnit',
      currency: 'BillingCurrency',
      list_unit_price: 'ListUnitPrice',
    },
    amounts: { pricing_quantity: 'SUM(PricingQuantity)', list: 'SUM(ListCost)', effective: 'SUM(EffectiveCost)' },
    window: 'charge',
  },
  34: {
    keys: {
      day: 'toDate(ChargePeriodStart)',
      provider: 'ProviderName',
      publisher: 'PublisherName',
      invoice_issuer: 'InvoiceIssuerName',
      currency: 'BillingCurrency',
    },
    amounts: { effective: 'SUM(EffectiveCost)' },
    where: ['InvoiceIssuerName != PublisherName'],
    window: 'charge',
  },
  35: {
    keys: {
      service: 'ServiceName',
      resource: 'ResourceId',
      resource_name: 'ResourceName',
      pricing_unit: 'PricingUnit',
      currency: 'BillingCurrency',
    },
    amounts: {
      first: 'MIN(ChargePeriodStart)',
      last: 'MAX(ChargePeriodEnd)',
      pricing_quantity: 'SUM(PricingQuantity)',
      effective: 'SUM(EffectiveCost)',
    },
    where: ['SubAccountId = {sub_account:String}', "ServiceCategory = 'Compute'"],
    window: 'charge',
  },
  36: {
    keys: {
      provider: 'ProviderName',
      region: 'RegionId',
      zone: 'AvailabilityZone',
      period: 'toDate(BillingPeriodStart)',
      currency: 'BillingCurrency',
    },
    amounts: { effective: 'SUM(EffectiveCost)' },
    where: ['SubAccountId = {sub_account:String}'],
    window: 'charge',
  },
  37: {
    keys: {
      period: 'toDate(ChargePeriodStart)',
      provider: 'ProviderName',
      sub_account: 'SubAccountId',
      region: 'RegionId',
      service: 'ServiceName',
      currency: 'BillingCurrency',
    },
    amounts: { effective: 'SUM(EffectiveCost)' },
    window: 'charge',
  },
  38: {
    keys: {
      period: 'toDate(ChargePeriodStart)',
      provider: 'ProviderName',
      sub_account: 'SubAccountId',
      region: 'RegionId',
      currency: 'BillingCurrency',
    },
    amounts: { effective: 'SUM(EffectiveCost)' },
    window: 'charge',
  },
  39: {
    keys: {
      period: 'toDate(ChargePeriodStart)',
      provider: 'ProviderName',
      sub_account: 'SubAccountId',
      currency: 'BillingCurrency',
    },
    amounts: { effective: 'SUM(EffectiveCost)' },
    window: 'charge',
  },
  40: {
    keys: {
      provider: 'ProviderName',
      period: 'toDate(BillingPeriodStart)',
      tag: 'Tags[{tag:String}]',
      currency: 'BillingCurrency',
    },
    amounts: { billed: 'SUM(BilledCost)' },
    window: 'billing',
  },
  41: {
    keys: { provider: 'ProviderName', period: 'toDate(BillingPeriodStart)', currency: 'BillingCurrency' },
    amounts: { billed: 'SUM(BilledCost)' },
    window: 'billing',
  },
  42: {
    keys: { provider: 'ProviderName', sub_account: 'SubAccountId', region: 'RegionId', currency: 'BillingCurrency' },
    amounts: { lines: 'COUNT(1)' },
    window: 'charge',
  },
  43: {
    keys: {
      provider: 'ProviderName',
      period: 'toDate(BillingPeriodStart)',
      category: 'ServiceCategory',
      service: 'ServiceName',
      region: 'RegionId',
      pricing_unit: 'PricingUnit',
      currency: 'BillingCurrency',
    },
    amounts: { effective: 'SUM(EffectiveCost)', pricing_quantity: 'SUM(PricingQuantity)' },
    window: 'billing',
  },
  44: {
    keys: {
      period: 'toDate(BillingPeriodStart)',
      provider: 'ProviderName',
      category: 'ServiceCategory',
      service: 'ServiceName',
      currency: 'BillingCurrency',
    },
    amounts: { billed: 'SUM(BilledCost)' },
    window: 'billing',
  },
  45: {
    keys: {
      period: 'toDate(BillingPeriodStart)',
      provider: 'ProviderName',
      category: 'ServiceCategory',
      service: 'ServiceName',
      charge_category: 'ChargeCategory',
      currency: 'BillingCurrency',
    },
    amounts: { effective: 'SUM(EffectiveCost)' },
    window: 'billing',
  },
  46: {
    keys: {
      provider: 'ProviderName',
      billing_account: 'BillingAccountId',
      billing_account_name: 'BillingAccountName',
      currency: 'BillingCurrency',
      service: 'ServiceName',
    },
    amounts: {
      effective: 'SUM(EffectiveCost)',
      list: 'SUM(ListCost)',
      billed: 'SUM(BilledCost)',
      effective_of_billed:
        'if(SUM(BilledCost) = 0, NULL, round(toFloat64(SUM(EffectiveCost)) / toFloat64(SUM(BilledCost)) * 100, 4))',
    },
    where: ["ifNull(ChargeClass, '') != 'Correction'"],
    window: 'billing',
  },
  47: {
    keys: {
      provider: 'ProviderName',
      billing_account: 'BillingAccountId',
      currency: 'BillingCurrency',
      service: 'ServiceName',
    },
    amounts: { billed: 'SUM(BilledCost)' },
    window: 'billing',
  },
  48: {
    keys: { provider: 'ProviderName', billing_account: 'BillingAccountId', currency: 'BillingCurrency' },
    amounts: { billed: 'SUM(BilledCost)' },
    window: 'billing',
  },
  49: {
    keys: {
      period: 'toStartOfMonth(ChargePeriodStart)',
      provider: 'ProviderName',
      service: 'ServiceName',
      resource: 'ResourceId',
      sku: 'SkuId',
      unit: 'ConsumedUnit',
      currency: 'BillingCurrency',
    },
    amounts: { quantity: 'SUM(ConsumedQuantity)' },
    where: ["ChargeCategory = 'Usage'"],
    window: 'charge',
  },
  50: {
    keys: {
      period: 'toDate(ChargePeriodStart)',
      sub_account: 'SubAccountId',
      service: 'ServiceName',
      currency: 'BillingCurrency',
    },
    amounts: { effective: 'SUM(EffectiveCost)' },
    where: ['SubAccountId = {sub_account:String}'],
    window: 'charge',
  },
  51: {
    keys: {
      provider: 'ProviderName',
      billing_account: 'BillingAccountId',
      commitment: 'CommitmentDiscountId',
      commitment_type: 'CommitmentDiscountType',
      currency: 'BillingCurrency',
    },
    amounts: {
      first: 'MIN(ChargePeriodStart)',
      last: 'MAX(ChargePeriodEnd)',
      billed: 'SUM(BilledCost)',
      effective: 'SUM(EffectiveCost)',
    },
    where: ["CommitmentDiscountStatus = 'Unused'"],
    window: 'charge',
  },
  52: {
    keys: {
      tag: 'Tags[{tag:String}]',
      provider: 'ProviderName',
      billing_account: 'BillingAccountId',
      currency: 'BillingCurrency',
    },
    amounts: { billed: 'SUM(BilledCost)' },
    window: 'billing',
  },
  53: {
    keys: { provider: 'ProviderName', sub_account: 'SubAccountId', currency: 'BillingCurrency' },
    amounts: { billed: 'SUM(BilledCost)' },
    where: ["ChargeCategory = 'Usage'", 'ProviderName = {provider:String}', 'SubAccountId = {sub_account:String}'],
    window: 'charge',
  },
}
