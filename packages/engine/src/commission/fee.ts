/** The arithmetic of a fee: exact until the one rounding, to the smallest unit of the currency, half-even. */
import type { CommissionLine, CommissionRule } from '@kept/domain/commission.ts'
import { minorDigits } from '@kept/domain/currency.ts'
import { badInput } from '@kept/domain/errors.ts'
import { type Decimal, decimal, divideHalfEven } from '@kept/foundation/decimal.ts'
import { exact, type Nano, nanoPlaces, toNano } from '../savings/exact.ts'

type TierStep = CommissionLine['tiers'][number]

interface Fee {
  readonly tiers: TierStep[]
  readonly capped: boolean
  /** In whole smallest units: cents. */
  readonly minor: bigint
}

const million = 1_000_000n

export function feeOf(billable: Nano, rule: CommissionRule): Fee {
  const tiers = rule.mode === 'graduated' ? slices(billable, rule) : tierReached(billable, rule)
  const millionths = tiers.reduce((sum, { amount, rate_ppm }) => sum + BigInt(amount) * BigInt(rate_ppm), 0n)
  const perMinor = 10n ** BigInt(nanoPlaces - digitsOf(rule.currency))
  const uncapped = divideHalfEven(millionths, million * perMinor)
  const cap = rule.monthly_cap === null ? null : toNano(exact(rule.monthly_cap)) / perMinor
  const capped = cap !== null && uncapped > cap
  return { tiers, capped, minor: capped ? cap : uncapped }
}

function slices(billable: Nano, { tiers }: CommissionRule): TierStep[] {
  return tiers.flatMap(({ from, rate_ppm }, index) => {
    const start = toNano(exact(from))
    const next = tiers[index + 1]
    const end = next ? toNano(exact(next.from)) : billable
    const amount = (billable < end ? billable : end) - start
    return amount > 0n ? [{ from, amount: String(amount), rate_ppm }] : []
  })
}

function tierReached(billable: Nano, { tiers }: CommissionRule): TierStep[] {
  const reached = tiers.findLast(({ from }) => toNano(exact(from)) <= billable)
  return reached && billable > 0n ? [{ from: reached.from, amount: String(billable), rate_ppm: reached.rate_ppm }] : []
}

/** "12.67": whole smallest units as an amount. */
export function minorText(minor: bigint, currency: string): Decimal {
  return decimal(`${minor}e-${digitsOf(currency)}`)
}

export function digitsOf(currency: string): number {
  const digits = minorDigits(currency)
  if (digits === undefined) throw badInput(`"${currency}" is not an ISO 4217 currency, so it cannot be used for a fee.`)
  return digits
}
