/**
 * The cube: what can be asked of the cost lines, as data. A measure or dimension is added here (name, unit, words)
 * and in the store's SQL map, which does not compile until it has it; screens and CLI read the words from here.
 */
import { keysOf } from '@kept/foundation/keys.ts'
import type { FocusColumn } from './focus-columns.ts'

type MeasureUnit = 'currency' | 'quantity' | 'currency_per_unit' | 'percent' | 'count'

interface MeasureFacts {
  label: string
  unit: MeasureUnit
  description: string
  /** The FOCUS columns it is made of. */
  columns: readonly FocusColumn[]
}

export const measures = {
  billed: {
    label: 'Billed cost',
    unit: 'currency',
    description: 'What the provider invoices, fees on the day they are charged.',
    columns: ['BilledCost'],
  },
  effective: {
    label: 'Effective cost',
    unit: 'currency',
    description: 'Amortized: commitments spread over what they cover.',
    columns: ['EffectiveCost'],
  },
  contracted: {
    label: 'Contracted cost',
    unit: 'currency',
    description: 'At your negotiated prices, before commitment discounts.',
    columns: ['ContractedCost'],
  },
  list: { label: 'List cost', unit: 'currency', description: 'At public list prices.', columns: ['ListCost'] },
  quantity: {
    label: 'Consumed quantity',
    unit: 'quantity',
    description: 'Usage in its own unit. A figure that would mix units is left out: group by unit.',
    columns: ['ConsumedQuantity', 'ConsumedUnit'],
  },
  pricing_quantity: {
    label: 'Pricing quantity',
    unit: 'quantity',
    description: 'Usage in the unit it is priced by. A figure that would mix units is left out: group by pricing unit.',
    columns: ['PricingQuantity', 'PricingUnit'],
  },
  unit_cost: {
    label: 'Unit cost',
    unit: 'currency_per_unit',
    description: 'Effective cost divided by consumed quantity, of lines that say both, in one unit.',
    columns: ['EffectiveCost', 'ConsumedQuantity', 'ConsumedUnit'],
  },
  savings_against_list: {
    label: 'Savings against list',
    unit: 'currency',
    description:
      'List cost of usage less its effective cost, where both are known, less what of commitments lay unused. Purchases, taxes and credits are no part of it.',
    columns: ['ListCost', 'EffectiveCost'],
  },
  savings_rate: {
    label: 'Effective savings rate',
    unit: 'percent',
    description:
      '(List - effective) / list of usage whose list cost is known, in percent; unused commitments count as cost. Purchases, taxes and credits are no part of it.',
    columns: ['ListCost', 'EffectiveCost'],
  },
  commitment_savings_rate: {
    label: 'Commitment savings rate',
    unit: 'percent',
    description:
      '(Contracted - effective) / contracted of usage where both are known, in percent; unused commitments count as cost.',
    columns: ['ContractedCost', 'EffectiveCost'],
  },
  list_coverage: {
    label: 'List cost coverage',
    unit: 'percent',
    description:
      'Share of the effective cost of usage whose list cost is known, in percent: what savings against list and the effective savings rate rest on.',
    columns: ['ListCost', 'EffectiveCost'],
  },
  commitment_quantity: {
    label: 'Commitment quantity',
    unit: 'quantity',
    description: 'What a commitment discount covers, in its own unit.',
    columns: ['CommitmentDiscountQuantity', 'CommitmentDiscountUnit'],
  },
  pricing_currency_cost: {
    label: 'Cost in pricing currency',
    unit: 'quantity',
    description: 'Effective cost in the pricing currency.',
    columns: ['PricingCurrencyEffectiveCost', 'PricingCurrency'],
  },
  list_unit_price: {
    label: 'List unit price',
    unit: 'currency_per_unit',
    description: 'Mean, weighted by pricing quantity.',
    columns: ['ListUnitPrice'],
  },
  contracted_unit_price: {
    label: 'Contracted unit price',
    unit: 'currency_per_unit',
    description: 'Mean, weighted by pricing quantity.',
    columns: ['ContractedUnitPrice'],
  },
  pricing_currency_list_unit_price: {
    label: 'List unit price in pricing currency',
    unit: 'quantity',
    description: 'Mean, weighted by pricing quantity.',
    columns: ['PricingCurrencyListUnitPrice'],
  },
  pricing_currency_contracted_unit_price: {
    label: 'Contracted unit price in pricing currency',
    unit: 'quantity',
    description: 'Mean, weighted by pricing quantity.',
    columns: ['PricingCurrencyContractedUnitPrice'],
  },
  contract_applied_cost: {
    label: 'Cost applied to contracts',
    unit: 'currency',
    description: 'What counts toward contract commitments.',
    columns: ['ContractApplied'],
  },
  contract_applied_quantity: {
    label: 'Quantity applied to contracts',
    unit: 'quantity',
    description: 'What counts toward contract commitments.',
    columns: ['ContractApplied'],
  },
  lines: {
    label: 'Billing lines',
    unit: 'count',
    description: 'How many lines of the bill are behind the figure.',
    columns: [],
  },
} as const satisfies Record<string, MeasureFacts>

export type Measure = keyof typeof measures
export const measureNames = keysOf(measures)

interface DimensionFacts {
  label: string
  /** The FOCUS column behind it. */
  column: FocusColumn
  /** The column with its readable name, shown beside the id. */
  nameColumn?: FocusColumn
  /** Kept in the small daily roll-up; the others are answered from the resource roll-up or the lines. */
  level: 'daily' | 'resource' | 'lines'
}

export const dimensions = {
  provider: { label: 'Provider', column: 'ServiceProviderName', level: 'daily' },
  publisher: { label: 'Publisher', column: 'PublisherName', level: 'daily' },
  invoice_issuer: { label: 'Invoice issuer', column: 'InvoiceIssuerName', level: 'daily' },
  billing_account: {
    label: 'Billing account',
    column: 'BillingAccountId',
    nameColumn: 'BillingAccountName',
    level: 'daily',
  },
  sub_account: { label: 'Sub-account', column: 'SubAccountId', nameColumn: 'SubAccountName', level: 'daily' },
  service: { label: 'Service', column: 'ServiceName', level: 'daily' },
  category: { label: 'Service category', column: 'ServiceCategory', level: 'daily' },
  subcategory: { label: 'Service subcategory', column: 'ServiceSubcategory', level: 'daily' },
  region: { label: 'Region', column: 'RegionId', nameColumn: 'RegionName', level: 'daily' },
  zone: { label: 'Availability zone', column: 'AvailabilityZone', level: 'daily' },
  charge_category: { label: 'Charge category', column: 'ChargeCategory', level: 'daily' },
  charge_class: { label: 'Charge class', column: 'ChargeClass', level: 'daily' },
  charge_frequency: { label: 'Charge frequency', column: 'ChargeFrequency', level: 'daily' },
  pricing_category: { label: 'Pricing category', column: 'PricingCategory', level: 'daily' },
  pricing_unit: { label: 'Pricing unit', column: 'PricingUnit', level: 'daily' },
  unit: { label: 'Consumed unit', column: 'ConsumedUnit', level: 'daily' },
  pricing_currency: { label: 'Pricing currency', column: 'PricingCurrency', level: 'daily' },
  commitment: {
    label: 'Commitment',
    column: 'CommitmentDiscountId',
    nameColumn: 'CommitmentDiscountName',
    level: 'daily',
  },
  commitment_type: { label: 'Commitment type', column: 'CommitmentDiscountType', level: 'daily' },
  commitment_status: { label: 'Commitment status', column: 'CommitmentDiscountStatus', level: 'daily' },
  invoice: { label: 'Invoice', column: 'InvoiceId', level: 'daily' },
  resource: { label: 'Resource', column: 'ResourceId', nameColumn: 'ResourceName', level: 'resource' },
  resource_type: { label: 'Resource type', column: 'ResourceType', level: 'resource' },
  sku: { label: 'SKU', column: 'SkuId', level: 'resource' },
  sku_price: { label: 'SKU price', column: 'SkuPriceId', level: 'resource' },
  meter: { label: 'Meter', column: 'SkuMeter', level: 'resource' },
  description: { label: 'Charge description', column: 'ChargeDescription', level: 'lines' },
  capacity_reservation: { label: 'Capacity reservation', column: 'CapacityReservationId', level: 'lines' },
  capacity_reservation_status: {
    label: 'Capacity reservation status',
    column: 'CapacityReservationStatus',
    level: 'lines',
  },
  host_provider: { label: 'Host provider', column: 'HostProviderName', level: 'lines' },
  provider_name: { label: 'Provider name (FOCUS 1.0 to 1.3)', column: 'ProviderName', level: 'lines' },
  billing_account_type: { label: 'Billing account type', column: 'BillingAccountType', level: 'lines' },
  sub_account_type: { label: 'Sub-account type', column: 'SubAccountType', level: 'lines' },
  billing_currency: { label: 'Billing currency', column: 'BillingCurrency', level: 'lines' },
  billing_period_start: { label: 'Billing period start', column: 'BillingPeriodStart', level: 'lines' },
  billing_period_end: { label: 'Billing period end', column: 'BillingPeriodEnd', level: 'lines' },
  charge_period_start: { label: 'Charge period start', column: 'ChargePeriodStart', level: 'lines' },
  charge_period_end: { label: 'Charge period end', column: 'ChargePeriodEnd', level: 'lines' },
  commitment_category: { label: 'Commitment category', column: 'CommitmentDiscountCategory', level: 'lines' },
  commitment_unit: { label: 'Commitment unit', column: 'CommitmentDiscountUnit', level: 'lines' },
  commitment_eligibility: {
    label: 'Commitment program eligibility',
    column: 'CommitmentProgramEligibilityDetails',
    level: 'lines',
  },
  contract_applied: { label: 'Contracts applied', column: 'ContractApplied', level: 'lines' },
  invoice_detail: { label: 'Invoice detail', column: 'InvoiceDetailId', level: 'lines' },
  sku_price_details: { label: 'SKU price details', column: 'SkuPriceDetails', level: 'lines' },
  allocated_method: { label: 'Allocation method', column: 'AllocatedMethodId', level: 'lines' },
  allocated_method_details: {
    label: 'Allocation method details',
    column: 'AllocatedMethodDetails',
    level: 'lines',
  },
  allocated_resource: {
    label: 'Allocated resource',
    column: 'AllocatedResourceId',
    level: 'lines',
  },
  allocated_resource_name: { label: 'Allocated resource name', column: 'AllocatedResourceName', level: 'lines' },
  allocated_tags: { label: 'Allocated tags', column: 'AllocatedTags', level: 'lines' },
  tags: { label: 'Tags', column: 'Tags', level: 'lines' },
} as const satisfies Record<string, DimensionFacts>

export type Dimension = keyof typeof dimensions
export const dimensionNames = keysOf(dimensions)

/** Time as a way to group; `billing_month` follows the billing period, the others the start of the charge, in UTC. */
export const grains = ['hour', 'day', 'week', 'month', 'billing_month'] as const
export type Grain = (typeof grains)[number]

/** Charged once or by the month: they move between two periods without any change of use. */
export const apartCategories = ['Purchase', 'Tax', 'Credit', 'Adjustment'] as const

/** Leaves these out. Lines without a category count as usage. */
export const usageOnly: { dimension: Dimension; op: 'is_not'; values: string[] } = {
  dimension: 'charge_category',
  op: 'is_not',
  values: [...apartCategories],
}

/** `rows` of a page at most; an answer may have any number of pages. */
export const limits = { groupBy: 8, measures: 6, rows: 10_000, days: 1100, top: 200 } as const
