/** What one month of savings is worked out from. All of it is in the statement or in the customer's own bill. */
import type { SavingsAction } from '@kept/domain/action.ts'
import type { Month } from '@kept/domain/hour.ts'
import type { Baseline, CommitmentBaseline, PriceSeen } from '@kept/domain/saving.ts'
import type { SavingsConfig } from '@kept/domain/savings-config.ts'
import type { Substitution } from '@kept/domain/substitution.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'

/** SHA-256 of a text in UTF-8, in hexadecimal. Handed in, because this room has no machine beneath it. */
export type Sha256 = (text: string) => string

export interface MonthSetup {
  readonly month: Month
  readonly currency: string
  readonly actions: readonly SavingsAction[]
  /** By the hash that the actions name. */
  readonly baselines: ReadonlyMap<string, Baseline>
  readonly commitmentBaselines: readonly CommitmentBaseline[]
  /** Published prices of SKUs that the bill shows no more; a price on the bill outranks them. */
  readonly priceNotices: readonly PriceSeen[]
  /** Demand in each hour (requests, jobs, gigabytes), by action. */
  readonly demand: ReadonlyMap<string, ReadonlyMap<Hour, Decimal>>
  /** Actions whose resource came back within the proof window in an earlier month: they are over. */
  readonly reversed: ReadonlySet<string>
  /** What replaced what the actions removed. */
  readonly substitution: Substitution
  readonly config: SavingsConfig
  readonly sha256: Sha256
}

/** What is known of the complete bill while the lines of its resources are calculated, one after the other. */
export interface BillFacts {
  /** Read when the first lines are calculated, and not before. */
  readonly prices: readonly PriceSeen[]
  /** Hours in which the bill has any usage at all; the others are gaps, in which nothing is claimed. */
  isCovered(hour: Hour): boolean
}
