/** The nouns of a made-up organization. Emitters (the bill, later metrics, spans and activity) read it and add nothing. */
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
  /** Off the list price by contract, in percent. */
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

/** One price that a resource is charged at, by the hour or by the day. */
export interface Charge {
  sku: SkuName
  period: 'hour' | 'day'
  /** Units in each such period at the usual activity. */
  units: number
  /** Whether activity drives the quantity; otherwise it is charged for existing while active at all. */
  driven: boolean
  /** The commitment that covers it, by its id. */
  covered?: string
  /** A shape of this charge alone, where it differs from its resource's. */
  shape?: Shape
}

export interface Resource {
  id: string
  name: string
  type: string
  account: SubAccount
  region: Region
  zone: string
  team: Team
  application: string
  tags: Record<string, string>
  shape: Shape
  /** Its own noise. */
  key: number
  charges: Charge[]
  /** Day numbers of its life: from the first up to and without the last. */
  from: number
  to: number
}

export interface Region {
  cloud: Cloud
  id: string
  name: string
  /** What AWS puts before usage types there: "EUC1-"; empty in us-east-1 and in other clouds. */
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
  /** Units it pays for in every hour (null: exactly what is under it), priced at a share of the contracted price, in percent. */
  unitsPerHour: number | null
  pricePercent: number
}

/** What the provider adds beside usage: credits, corrections, subscriptions. */
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

/** A line the provider wrote wrongly: one value in it cannot be read. */
export interface Slip {
  account: SubAccount
  day: number
  description: string
  column: 'BilledCost' | 'ChargePeriodStart'
  value: string
}

/** A leak put there on purpose, with the truth about it. */
export interface PlantedWaste {
  rule: string
  /** '' where the recommendation is about a place or an account rather than a resource. */
  resourceId: string
  account: SubAccount
  region: string
  currency: string
  /** What a perfect advisor would call the monthly saving, as a range; null where no honest figure exists. */
  saving: { low: number; high: number } | null
  /** In words, for the one who reads a failing test. */
  reason: string
}

/** How busy a thing is, as its metrics say: `level` at the usual activity of its shape. */
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
  /** Tax on what is billed, in percent, by billing account id. */
  taxPercent: Record<string, number>
  planted: PlantedWaste[]
  measured: Measurement[]
  /** What an inventory would say, beside what follows from the resources themselves. */
  inventory: InventoryItem[]
}
