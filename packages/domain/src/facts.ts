/**
 * What a rule may ask of a bill: named tables of facts. The store answers each with one query, the engine's rules
 * read them and nothing else. All amounts are exact decimals in the row's own currency; days are UTC dates.
 */
import type { Decimal } from '@kept/foundation/decimal.ts'
import type { UnitPrice } from './price.ts'
import type { RelationKind } from './resource.ts'

/** The window a set of facts covers; `to` is exclusive. */
export interface FactWindow {
  from: string
  to: string
  /** Days between, and days on which any charge was seen. */
  days: number
  daysWithCharges: number
}

interface CostLocation {
  currency: string
  provider: string
  billing_account_id: string
  sub_account_id: string
  sub_account_name: string
  service: string
  service_category: string
  service_subcategory: string
  region: string
}

/** One row per resource and price: what was used of what. Charge category Usage only. */
export interface ResourceUse extends CostLocation {
  resource_id: string
  resource_name: string
  resource_type: string
  tags: Record<string, string>
  /**
   * The provider's meter: AWS usage type, Azure meter name, GCP SKU description. SkuMeter when it says one of these,
   * else what the export keeps of it (x_UsageType, x_SkuMeterName, x_SkuDescription), else "".
   */
  meter: string
  description: string
  sku_id: string
  sku_price_id: string
  /** Instance type where the bill names it ("m4.large", "Standard_D2_v2", "n1-standard-4"), else "". */
  instance_type: string
  pricing_category: string
  commitment_id: string
  pricing_unit: string
  quantity: Decimal | null
  billed: Decimal
  effective: Decimal
  contracted: Decimal | null
  list: Decimal | null
  first_day: string
  last_day: string
  /** Days on which it was charged, and distinct hours when the bill is hourly (else 0). */
  days: number
  hours: number
  /** Calculated from an inventory at public prices; it says what exists and nothing about what it did. */
  is_estimate?: true
  /** The price list that the estimate is made from; absent for a price that Kept brings along. */
  price_source?: string
}

/** One row per commitment discount. */
export interface CommitmentUse {
  currency: string
  provider: string
  billing_account_id: string
  sub_account_id: string
  sub_account_name: string
  service: string
  region: string
  commitment_id: string
  commitment_name: string
  commitment_type: string
  commitment_category: string
  effective_used: Decimal
  effective_unused: Decimal
  billed_purchase: Decimal
  /** What the covered usage would have cost at contracted prices without the commitment; null when unknown. */
  contracted_covered: Decimal | null
  first_day: string
  last_day: string
  /** The day on which it ends, as the cloud lists it; absent when no connection listed it. */
  ends_on?: string
  /** Where the amounts come from when it is on no bill, such as "AWS Cost Explorer, last 30 days". */
  source?: string
}

/**
 * One row per service, sub-account and day of metered usage; back to 60 days before the window's end. Recurring and
 * one-time charges, taxes, credits and corrections belong to no day's trend.
 */
export interface ServiceDay {
  currency: string
  provider: string
  billing_account_id: string
  sub_account_id: string
  sub_account_name: string
  service: string
  day: string
  billed: Decimal
  effective: Decimal
}

/**
 * One row per resource with hourly charges (the 20,000 costliest): mean effective cost of each hour of the week
 * (168, Monday 00 UTC first).
 */
export interface ResourceWeek extends CostLocation {
  resource_id: string
  resource_name: string
  resource_type: string
  tags: Record<string, string>
  effective: Decimal
  days: number
  /** Mean over the weeks between its first and last charge; null where none of them had that hour. */
  hours: (number | null)[]
}

/**
 * One row per resource meter and day, back to 60 days before the window's end: to see something grow (snapshots,
 * storage, logs). Beyond the 1,000 costliest of a currency, meters stand together under their place, without a resource.
 */
export interface MeterDay extends CostLocation {
  resource_id: string
  resource_name: string
  meter: string
  description: string
  pricing_unit: string
  day: string
  quantity: Decimal | null
  effective: Decimal
}

/** One row per sub-account: how much of its taggable spend carries which tag keys. */
export interface TagUse {
  currency: string
  provider: string
  billing_account_id: string
  sub_account_id: string
  sub_account_name: string
  effective: Decimal
  effective_untagged: Decimal
  resources: number
  resources_untagged: number
  /** The costliest untagged resources, at most ten. */
  examples: { resource_id: string; service: string; effective: Decimal }[]
}

/**
 * One row per currency, provider, billing account, service, region and hour (day when the bill is daily): usage at
 * on-demand price (pricing category Standard) that is priced by time (pricing unit in hours), because that is what
 * commitments cover. Storage, requests and traffic stay out; an hour without any has no row.
 */
export interface OnDemandHour {
  currency: string
  provider: string
  billing_account_id: string
  service: string
  region: string
  /** ISO instant of the hour, or midnight of the day. */
  at: string
  /** Length of the slot in hours: 1 or 24. */
  slot_hours: number
  contracted: Decimal
}

/**
 * One row per resource and metric over the last 32 days: what it did. Percentiles are over points (means of their
 * seconds); `most` is the highest single value known. A resource without points has no row.
 */
export interface ResourceMetric {
  resource_id: string
  metric: string
  unit: string
  points: number
  /** Seconds the points stand for together, and days with at least half of their hours. */
  seconds: number
  days: number
  first_day: string
  last_day: string
  avg: number
  p50: number
  p95: number
  p99: number
  max: number
  /** The busiest day's 95th percentile, and the highest such of days around a month's end (its last two, the next's first). */
  busiest_day: string
  busiest_p95: number
  month_end_p95: number | null
}

/** One row per resource an inventory knows. */
export interface InventoryRow {
  provider: string
  resource_id: string
  name: string
  type: string
  size: string
  /** In lower case. */
  state: string
  /** The day since which it is in that state; '' when unknown. */
  state_since: string
  /** The day since which Kept has seen it in that state: it is in it at least that long. '' when unknown. */
  state_seen_since: string
  created_on: string
  owner: string
  tags: Record<string, string>
  attributes: Record<string, string>
  /** What it is attached to, behind or a member of; and what is so of it. */
  relations: { kind: RelationKind; resource_id: string }[]
  related: { kind: RelationKind; resource_id: string }[]
  /** The account, subscription or project, and the region, as the inventory says them; '' when it does not. */
  sub_account_id: string
  region: string
}

/** What a bill alone, its roll-ups and lines, can answer. */
export interface LedgerFacts {
  resource_usage: ResourceUse[]
  commitment_usage: CommitmentUse[]
  service_day: ServiceDay[]
  resource_week: ResourceWeek[]
  meter_day: MeterDay[]
  tag_usage: TagUse[]
  on_demand_hour: OnDemandHour[]
}

/** What is known beside the bill. */
export interface KnownFacts {
  resource_metric: ResourceMetric[]
  inventory: InventoryRow[]
  unit_price: UnitPrice[]
}

export interface Facts extends LedgerFacts, KnownFacts {}

export type LedgerFactName = keyof LedgerFacts
export type FactName = keyof Facts

export const ledgerFactNames = [
  'resource_usage',
  'commitment_usage',
  'service_day',
  'resource_week',
  'meter_day',
  'tag_usage',
  'on_demand_hour',
] as const satisfies LedgerFactName[]

export const factNames = [
  ...ledgerFactNames,
  'resource_metric',
  'inventory',
  'unit_price',
] as const satisfies FactName[]

/** A resource of an inventory whose provider is on no bill yet: what it costs is estimated from public prices. */
export interface UnbilledResource {
  provider: string
  resource_id: string
  name: string
  type: string
  size: string
  state: string
  service: string
  region: string
  billing_account_id: string
  sub_account_id: string
  sub_account_name: string
  tags: Record<string, string>
  attributes: Record<string, string>
  created_on: string
}
