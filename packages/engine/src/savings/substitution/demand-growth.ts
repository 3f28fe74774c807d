/** How much more was asked of a resource's group after an action than before: cost that grows by the same factor is no replacement. */
import type { DemandGrowth } from '@kept/domain/substitution.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import { compareExact, exact, exactText, type Nano, nanoPlaces, toNano } from '../exact.ts'

export interface DemandFactor {
  readonly before: Nano
  readonly after: Nano
}

/** Undefined where demand was not measured, or did not grow. */
export function demandFactor({ before, after }: Pick<DemandGrowth, 'before' | 'after'>): DemandFactor | undefined {
  if (exact(before).units <= 0n || compareExact(exact(after), exact(before)) <= 0) return undefined
  return { before: toNano(exact(before)), after: toNano(exact(after)) }
}

/** What of a cost the demand adds to it. */
export function explainedGrowth(cost: Nano, factor: DemandFactor | undefined): Nano {
  return factor && factor.before > 0n ? (cost * (factor.after - factor.before)) / factor.before : 0n
}

/** Hours in which demand is compared: whole weeks on both sides. */
export const demandHours = 7 * 24
/** Of these, as many have to be measured on each side. */
const leastMeasured = demandHours / 2

/** Means per hour; undefined where too few hours were measured. */
export function demandGrowthOf(
  action: string,
  before: readonly Decimal[],
  after: readonly Decimal[],
): DemandGrowth | undefined {
  if (before.length < leastMeasured || after.length < leastMeasured) return undefined
  return { action, before: meanOf(before), after: meanOf(after) }
}

function meanOf(values: readonly Decimal[]): Decimal {
  const sum = values.reduce((total, value) => total + toNano(exact(value)), 0n)
  return exactText({ units: sum / BigInt(values.length), scale: nanoPlaces })
}
