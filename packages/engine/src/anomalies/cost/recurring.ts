import { median } from '../../maths/quantile.ts'
import { positionsOf } from './calendar-positions.ts'
import { logarithm, unlog } from './scale.ts'

/** What the last days were off their base by: in money, and as logarithms. Null where nothing was expected. */
export interface Offs {
  money: (number | null)[]
  logs: (number | null)[]
}

/** Days of these that are kept: half a year of months, and the two quarters before. */
export const offsMemory = 220

/** Of one position in the calendar, the days that are compared. */
const comparedDays = 3
/** A day of the same position was off as well from this share of what today is off by. */
const alike = 0.4
/** After a single time only the same amount is taken to come again. */
const same = 0.7

/**
 * What the calendar adds to the logarithm of a day that is off its base by `residual`: the amount or the share that came
 * on days of the same position before. Null when it was not so before.
 */
export function recurringOff(
  { money, logs }: Offs,
  { dayNumber, base, residual, miss }: { dayNumber: number; base: number; residual: number; miss: number },
): number | null {
  const excess = unlog(base + residual) - unlog(base)
  let best: number | null = null
  for (const { backs, isBillingDay } of positionsOf(dayNumber)) {
    const earlier = backs
      .map((back) => ({ money: money.at(-back) ?? null, log: logs.at(-back) ?? null }))
      .flatMap(({ money: amount, log }) => (amount === null || log === null ? [] : [{ amount, log }]))
      .slice(0, comparedDays)
    const isAlike = (share: number, other: { amount: number; log: number }) =>
      other.log * residual > 0 &&
      Math.abs(other.log) > 1.5 * miss &&
      Math.max(other.amount / excess, other.log / residual) >= share
    const hits = earlier.filter((other) => isAlike(alike, other))
    const isSameAgain = isBillingDay && earlier[0] !== undefined && isAlike(same, earlier[0])
    if (!isSameAgain && (hits.length < 2 || 3 * hits.length < 2 * earlier.length)) continue
    const amount = median(hits.map((hit) => hit.amount))
    for (const added of [logarithm(unlog(base) + amount) - base, median(hits.map(({ log }) => log))]) {
      if (best === null || Math.abs(residual - added) < Math.abs(residual - best)) best = added
    }
  }
  return best !== null && Math.abs(residual - best) < Math.abs(residual) ? best : null
}
