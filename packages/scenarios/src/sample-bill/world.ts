/**
 * A sample world: what an organization consumes and how it pays, independent of any provider. Writers convert it to
 * their formats; `truth.ts` has the sums that each of those bills must have.
 *
 * Hours are counted from the first midnight (UTC) of the world's first month. Quantities are millionths of a product's
 * unit, amounts are whole numbers of 10^-20 (`bill/amount.ts`): nothing is ever rounded.
 */
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import type { ProductKey } from './products.ts'

export type RegionKey = 'america' | 'europe'

export interface SampleAccount {
  key: string
  name: string
  /** ISO 4217: what this account is billed in. */
  currency: string
}

/** When an hourly resource runs. `from` and `until` are hours of the world, `until` excluded. */
export interface Running {
  kind: 'hourly'
  from: number
  until: number
  /** Monday to Friday, 7:00 to 19:00 UTC only. */
  officeHours: boolean
}

/** Daily charges. `perDay` is in millionths of the unit; it varies by up to a tenth from day to day. */
interface Consuming {
  kind: 'daily'
  perDay: number
}

interface SampleUse {
  product: ProductKey
  pattern: Running | Consuming
}

export interface SampleResource {
  key: string
  name: string
  kind: 'machine' | 'disk' | 'bucket' | 'database' | 'load-balancer' | 'model'
  account: SampleAccount
  region: RegionKey
  tags: Readonly<Record<string, string>>
  /** Bought on the spot market: cheaper, covered by no commitment. */
  spot: boolean
  uses: readonly SampleUse[]
}

interface CommitmentBase {
  key: string
  name: string
  account: SampleAccount
  region: RegionKey
  /** Hours of the world; a commitment may have begun before it (negative) and may outlive it. */
  from: number
  until: number
  termYears: 1 | 3
}

/** A number of machines of one size, whether they run or not. Prices are for one machine and one hour. */
export interface Reservation extends CommitmentBase {
  kind: 'reservation'
  product: ProductKey
  count: number
  upfrontPerHour: string
  recurringPerHour: string
}

/** An hourly amount for machines of any size, whose price is then `ratePercent` of the list price. */
export interface SavingsPlan extends CommitmentBase {
  kind: 'savings_plan'
  upfrontPerHour: string
  recurringPerHour: string
  ratePercent: number
}

export type SampleCommitment = Reservation | SavingsPlan

/** A charge other than consumption. `cents` are hundredths of the account's currency. */
export interface SampleAdjustment {
  kind: 'credit' | 'refund' | 'subscription'
  account: SampleAccount
  /** Days from the first day of the world. */
  day: number
  cents: number
  description: string
  /** Seller of a subscription; empty for the provider itself. */
  publisher: string
}

export interface SampleWorld {
  seed: string
  /** The first day of the first month, and of the month after the last. */
  start: string
  end: string
  payerName: string
  accounts: readonly SampleAccount[]
  resources: readonly SampleResource[]
  commitments: readonly SampleCommitment[]
  adjustments: readonly SampleAdjustment[]
  /** The contract's discount on the list price, for usage and commitments alike. */
  discountPercent: number
  /** Spot machines cost this share of the list price. */
  spotPercent: number
  /** Tax on what each account is billed in a month; 0 for none. */
  taxPercent: number
}

/** The first days of the world's months. */
export function monthsOf(world: SampleWorld): string[] {
  const months: string[] = []
  const end = Temporal.PlainDate.from(world.end)
  for (
    let month = Temporal.PlainDate.from(world.start);
    Temporal.PlainDate.compare(month, end) < 0;
    month = month.add({ months: 1 })
  ) {
    months.push(month.toString())
  }
  return months
}

/** The first day of the month after the one that begins on `month`. */
export function monthAfter(month: string): string {
  return startOfMonth(month, 1)
}

/** An hour of the world as an instant: "2026-07-01T05:00:00Z". */
export function instantOf(world: SampleWorld, hour: number): string {
  return Temporal.Instant.from(`${world.start}T00:00:00Z`).add({ hours: hour }).toString()
}

/** The hour of the world at which a day begins. */
export function hourOf(world: SampleWorld, day: string): number {
  return daysBetween(world.start, day) * 24
}
