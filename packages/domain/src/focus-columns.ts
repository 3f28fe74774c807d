/**
 * Every column of the FOCUS Cost and Usage dataset, versions 1.0 to 1.4, as data: the ground on which the
 * warehouse table, the readers and the cube stand. Source: FinOps Foundation, FOCUS Specification (CC BY 4.0).
 *
 * `since` is the version that introduced a column, `until` the last one that had it.
 */
import { keysOf } from '@kept/foundation/keys.ts'
export type FocusVersion = '1.0' | '1.1' | '1.2' | '1.3' | '1.4'

/**
 * How a column is held:
 * - `text`: a word out of few (stored with a dictionary); `long_text`: mostly distinct words
 * - `amount`: money, exact to 30 decimals; `number`: a quantity or unit price, exact to 18 decimals
 * - `time`: an instant, UTC; `tags`: key to value; `json`: an object, kept as text
 */
export type ColumnKind = 'text' | 'long_text' | 'amount' | 'number' | 'time' | 'tags' | 'json'

interface FocusColumnFacts {
  kind: ColumnKind
  since: FocusVersion
  until?: FocusVersion
  /** FOCUS 1.4 lists it as Mandatory. */
  mandatory?: true
}

export const focusColumns = {
  AllocatedMethodDetails: { kind: 'json', since: '1.3' },
  AllocatedMethodId: { kind: 'text', since: '1.3' },
  AllocatedResourceId: { kind: 'long_text', since: '1.3' },
  AllocatedResourceName: { kind: 'long_text', since: '1.3' },
  AllocatedTags: { kind: 'tags', since: '1.3' },
  AvailabilityZone: { kind: 'text', since: '1.0' },
  BilledCost: { kind: 'amount', since: '1.0', mandatory: true },
  BillingAccountId: { kind: 'text', since: '1.0', mandatory: true },
  BillingAccountName: { kind: 'text', since: '1.0', mandatory: true },
  BillingAccountType: { kind: 'text', since: '1.2' },
  BillingCurrency: { kind: 'text', since: '1.0', mandatory: true },
  BillingPeriodEnd: { kind: 'time', since: '1.0', mandatory: true },
  BillingPeriodStart: { kind: 'time', since: '1.0', mandatory: true },
  CapacityReservationId: { kind: 'text', since: '1.1' },
  CapacityReservationStatus: { kind: 'text', since: '1.1' },
  ChargeCategory: { kind: 'text', since: '1.0', mandatory: true },
  ChargeClass: { kind: 'text', since: '1.0', mandatory: true },
  ChargeDescription: { kind: 'long_text', since: '1.0', mandatory: true },
  ChargeFrequency: { kind: 'text', since: '1.0' },
  ChargePeriodEnd: { kind: 'time', since: '1.0', mandatory: true },
  ChargePeriodStart: { kind: 'time', since: '1.0', mandatory: true },
  CommitmentDiscountCategory: { kind: 'text', since: '1.0' },
  CommitmentDiscountId: { kind: 'text', since: '1.0' },
  CommitmentDiscountName: { kind: 'text', since: '1.0' },
  CommitmentDiscountQuantity: { kind: 'number', since: '1.1' },
  CommitmentDiscountStatus: { kind: 'text', since: '1.0' },
  CommitmentDiscountType: { kind: 'text', since: '1.0' },
  CommitmentDiscountUnit: { kind: 'text', since: '1.1' },
  CommitmentProgramEligibilityDetails: { kind: 'json', since: '1.4' },
  ConsumedQuantity: { kind: 'number', since: '1.0' },
  ConsumedUnit: { kind: 'text', since: '1.0' },
  ContractApplied: { kind: 'json', since: '1.3' },
  ContractedCost: { kind: 'amount', since: '1.0', mandatory: true },
  ContractedUnitPrice: { kind: 'number', since: '1.0' },
  EffectiveCost: { kind: 'amount', since: '1.0', mandatory: true },
  HostProviderName: { kind: 'text', since: '1.3', mandatory: true },
  InvoiceDetailId: { kind: 'text', since: '1.4' },
  InvoiceId: { kind: 'text', since: '1.2' },
  InvoiceIssuerName: { kind: 'text', since: '1.0', mandatory: true },
  ListCost: { kind: 'amount', since: '1.0', mandatory: true },
  ListUnitPrice: { kind: 'number', since: '1.0' },
  PricingCategory: { kind: 'text', since: '1.0' },
  PricingCurrency: { kind: 'text', since: '1.2' },
  PricingCurrencyContractedUnitPrice: { kind: 'number', since: '1.2' },
  PricingCurrencyEffectiveCost: { kind: 'amount', since: '1.2' },
  PricingCurrencyListUnitPrice: { kind: 'number', since: '1.2' },
  PricingQuantity: { kind: 'number', since: '1.0', mandatory: true },
  PricingUnit: { kind: 'text', since: '1.0', mandatory: true },
  ProviderName: { kind: 'text', since: '1.0', until: '1.3' },
  PublisherName: { kind: 'text', since: '1.0', until: '1.3' },
  RegionId: { kind: 'text', since: '1.0' },
  RegionName: { kind: 'text', since: '1.0' },
  ResourceId: { kind: 'long_text', since: '1.0' },
  ResourceName: { kind: 'long_text', since: '1.0' },
  ResourceType: { kind: 'text', since: '1.0' },
  ServiceCategory: { kind: 'text', since: '1.0', mandatory: true },
  ServiceName: { kind: 'text', since: '1.0', mandatory: true },
  ServiceProviderName: { kind: 'text', since: '1.3', mandatory: true },
  ServiceSubcategory: { kind: 'text', since: '1.1' },
  SkuId: { kind: 'text', since: '1.0' },
  SkuMeter: { kind: 'text', since: '1.1' },
  SkuPriceDetails: { kind: 'json', since: '1.1' },
  SkuPriceId: { kind: 'text', since: '1.0' },
  SubAccountId: { kind: 'text', since: '1.0' },
  SubAccountName: { kind: 'text', since: '1.0' },
  SubAccountType: { kind: 'text', since: '1.2' },
  Tags: { kind: 'tags', since: '1.0' },
} as const satisfies Record<string, FocusColumnFacts>

export type FocusColumn = keyof typeof focusColumns

export const focusColumnNames = keysOf(focusColumns)

/** The four costs every line carries, in the order people read them. */
export const costColumns = [
  'BilledCost',
  'EffectiveCost',
  'ContractedCost',
  'ListCost',
] as const satisfies FocusColumn[]
export type CostColumn = (typeof costColumns)[number]
