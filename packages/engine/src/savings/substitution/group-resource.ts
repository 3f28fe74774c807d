/** A resource as the bill describes it: what decides whether it can have replaced another one. */
import type { Hour } from '@kept/foundation/calendar/hour.ts'

export interface GroupResource {
  readonly resource: string
  /** SubAccountId, or BillingAccountId where the bill has no other. */
  readonly account: string
  readonly region: string
  readonly service: string
  /** ResourceName; empty where the bill has none. */
  readonly name: string
  readonly tags: Readonly<Record<string, string>>
  /** PricingUnit of the lines that cost most. */
  readonly unit: string
  /** "m5.large"; empty where the bill does not say. */
  readonly instanceType: string
  /** First hour with a usage line, and the hour after the last one. */
  readonly first: Hour
  readonly end: Hour
  /** Hours that its longest line spans: 1, or 24 where it is billed by the day. */
  readonly span: number
  /** Contracted cost per hour between first and end, in nano-units. */
  readonly hourlyCost: bigint
}
