/**
 * How an inventory lists a commitment: a reservation, a savings plan or committed use. Its amounts are of the last 30
 * days, exact decimals in one currency; what a cloud does not report is absent.
 */
import type { Decimal } from '@kept/foundation/decimal.ts'

/** The type of such a resource. */
export const commitmentItemType = 'Commitment'
/** The days that its amounts are of. */
export const commitmentDays = 30

/** Attributes of such a resource with its figures; others only describe it. */
export interface CommitmentFigures {
  /** As bills call it, such as "Reserved Instance". */
  commitment_type: string
  /** FOCUS: a spend for each hour, or the use of a resource. */
  commitment_category: 'Spend' | 'Usage'
  /** Days, YYYY-MM-DD. */
  starts_on: string | undefined
  ends_on: string | undefined
  currency: string | undefined
  cost_30_days: Decimal | undefined
  unused_30_days: Decimal | undefined
  /** What the covered usage would have cost on demand. */
  covered_30_days: Decimal | undefined
  /** Where the amounts come from, for a reader: "AWS Cost Explorer, last 30 days". */
  amounts_from: string | undefined
}
