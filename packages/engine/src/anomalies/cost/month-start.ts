import { median } from '../../maths/quantile.ts'
import { logarithm, unlog } from './scale.ts'

/**
 * What the first of the month adds to the logarithm of its day (`base`), once it has added the like at least twice:
 * charges of the month are no anomaly. `firsts` holds by how much money the last firsts were off.
 */
export function monthStart(firsts: readonly number[], base: number, miss: number): number {
  if (firsts.length < 2) return 0
  const added = (amount: number) => logarithm(unlog(base) + amount) - base
  const smallest = firsts.reduce((current, other) => (Math.abs(other) < Math.abs(current) ? other : current))
  const typical = added(median(firsts))
  return Math.abs(typical) > 3 * miss && Math.abs(added(smallest)) > 1.5 * miss ? typical : 0
}

export function isFirstOfMonth(timestamp: number): boolean {
  return Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO('UTC').day === 1
}
