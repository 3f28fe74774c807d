/**
 * The arithmetic of the calculator, in whole cents: 35 % of the spend is the estimate, 25 % of that the fee, the rest is
 * kept, and a year has twelve months. Spend comes in whole dollars; every step is exact.
 */

export const spendRange = { least: 1000, most: 500_000, step: 1000, start: 10_000 } as const
/** The product's stated target, and its price. How either is computed stands at /docs/claims. */
export const rates = { estimatePercent: 35, feePercent: 25 } as const

export interface Estimate {
  spend: bigint
  savings: bigint
  fee: bigint
  net: bigint
  yearly: bigint
}

/** All in cents. `dollars` is brought into the range and onto its steps. */
export function estimate(dollars: number): Estimate {
  const spend = BigInt(toStep(dollars)) * 100n
  const savings = (spend * BigInt(rates.estimatePercent)) / 100n
  const fee = (savings * BigInt(rates.feePercent)) / 100n
  const net = savings - fee
  return { spend, savings, fee, net, yearly: net * 12n }
}

/** The nearest spend the slider can stand at; nonsense is the start. */
export function toStep(dollars: number): number {
  const { least, most, step, start } = spendRange
  if (!Number.isFinite(dollars)) return start
  return Math.min(most, Math.max(least, Math.round(dollars / step) * step))
}

/** "$2,625", "$87.50": cents only where there are some. */
export function dollars(cents: bigint): string {
  const whole = (cents / 100n).toString().replaceAll(/\B(?=(\d{3})+$)/g, ',')
  const rest = cents % 100n
  return rest === 0n ? `$${whole}` : `$${whole}.${rest.toString().padStart(2, '0')}`
}
