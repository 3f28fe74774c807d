/** The types of a generated organization. Emitters (the bill, metrics, spans and activity) read it and add nothing. */
import type { KnownMetric } from '@kept/domain/metric.ts'
import type { InventoryItem } from '@kept/domain/resource.ts'
import type { Day } from './calendar.ts'
import type { Cloud } from './cloud.ts'
import type { SkuName } from './prices.ts'
import type { Shape } from './shape.ts'

export interface BillingAccount {
  id: string
  name: string
  cloud: Cloud
  /** The contract's discount on the list price, in percent. */
  discountPercent: number
}

/** An AWS account, Azure subscription or Google project. */
export interface SubAccount {
  id: string
  name: string
  billingAccount: BillingAccount
  currency: string
  environment: 'production' | 'non-production'
}

/** One price of a resource, by the hour or by the day. */
export interface Charge {
  sku: SkuName
  period: 'hour' | 'day'
  /** Units in each such period at typical activity. */
  units: number
  /** Whether activity determines the quantity; otherwise it is charged for existing while active. */
  driven: boolean
  /** The commitment that covers it, by its id. */
  covered?: string
  /** The shape of this charge, where it differs from its resource's. */
  shape?: Shape
}

export interface Resource {
  id: string
  name: string
  type: string
  account: SubAccount
  region: Region
  availabilityZone: string
  team: Team
  application: string
  tags: Record<string, string>
  shape: Shape
  /** The seed of its noise. */
  key: number
  charges: Charge[]
  /** Hourly lines cover so many last days; before them usage is billed by the day, at the same cost. */
  hourlyDays: number
  /** Day numbers of its life: from the first to before the last. */
  from: number
  to: number
}

export interface Region {
  cloud: Cloud
  id: string
  name: string
  /** The prefix of AWS usage types there: "EUC1-"; empty in us-east-1 and in other clouds. */
  prefix: string
}

export interface Team {
  name: string
  costCenter: string
}

export interface Commitment {
  id: string
  name: string
  /** Reserved Instance, Savings Plan, Reservation, Committed Use Discount. */
  type: string
  category: 'Usage' | 'Spend'
  account: SubAccount
  region: Region
  sku: SkuName
  /**
   * Units it pays for in every hour (null: exactly the usage it covers), priced at a percentage of the contracted
   * price.
   */
  unitsPerHour: number | null
  pricePercent: number
}

/** Charges other than usage: credits, corrections, subscriptions. */
export interface Adjustment {
  account: SubAccount
  kind: 'credit' | 'correction' | 'purchase'
  service: string
  description: string
  /** Day number, and amount in hundredths of the currency; credits and corrections are negative. */
  day: number
  cents: number
  currency: string
  publisher: string
}

/** A line that the provider wrote incorrectly: one value in it cannot be read. */
export interface Slip {
  account: SubAccount
  day: number
  description: string
  column: 'BilledCost' | 'ChargePeriodStart'
  value: string
}

/** Planted waste, with the truth about it. */
export interface PlantedWaste {
  rule: string
  /** '' where the recommendation is about a location or an account and not a resource. */
  resourceId: string
  account: SubAccount
  region: string
  currency: string
  /** The true monthly saving, as a range; null where it cannot be known. */
  saving: { low: number; high: number } | null
  /** The cause, for readers of a failing test. */
  reason: string
}

/** How busy a resource is in its metrics: `level` at typical activity of its shape. */
export interface Measurement {
  resource: Resource
  metric: KnownMetric
  level: number
  shape: Shape
}

export interface World {
  name: string
  seed: string
  days: Day[]
  billingAccounts: BillingAccount[]
  accounts: SubAccount[]
  teams: Team[]
  resources: Resource[]
  commitments: Commitment[]
  adjustments: Adjustment[]
  slips: Slip[]
  /** Tax on the billed amount, in percent, by billing account id. */
  taxPercent: Record<string, number>
  planted: PlantedWaste[]
  measured: Measurement[]
  /** Inventory data besides what follows from the resources themselves. */
  inventory: InventoryItem[]
}
