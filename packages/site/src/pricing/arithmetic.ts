/**
 * The arithmetic of the calculator, in whole cents: the estimated savings are 35% of spend, the fee is 25% of the savings,
 * the customer keeps the rest, and a year has twelve months. Spend is in whole dollars, and every step is exact.
 */

export const spendRange = { min: 1000, max: 500_000, step: 1000, start: 10_000 } as const
/** The stated target and the price, in percent. /docs/claims explains both. */
export const rates = { estimatePercent: 35, feePercent: 25 } as const

export interface Estimate {
  spend: bigint
  savings: bigint
  fee: bigint
  net: bigint
  yearly: bigint
}

/** Returns cents. `dollars` is clamped to the range and rounded to a step. */
export function estimate(dollars: number): Estimate {
  const spend = BigInt(toStep(dollars)) * 100n
  const savings = (spend * BigInt(rates.estimatePercent)) / 100n
  const fee = (savings * BigInt(rates.feePercent)) / 100n
  const net = savings - fee
  return { spend, savings, fee, net, yearly: net * 12n }
}

/** The nearest value of the slider; an invalid number returns the start value. */
export function toStep(dollars: number): number {
  const { min, max, step, start } = spendRange
  if (!Number.isFinite(dollars)) return start
  return Math.min(max, Math.max(min, Math.round(dollars / step) * step))
}

/** "$2,625", "$87.50": shows cents only if there are any. */
export function dollars(cents: bigint): string {
  const integer = (cents / 100n).toString().replaceAll(/\B(?=(\d{3})+$)/g, ',')
  const remainder = cents % 100n
  return remainder === 0n ? `$${integer}` : `$${integer}.${remainder.toString().padStart(2, '0')}`
}
