/** Fees and tax of the days ahead, and how far such expectations were off before. */
import { day } from '@kept/domain/series.ts'
import { type ChargeSeries, sumDays } from './charge-series.ts'
import { expectFees } from './expect-fees.ts'
import { expectTax } from './expect-tax.ts'

interface ExpectedCharges {
  /** By day, in milliseconds since 1970. */
  fees: Map<number, number>
  tax: Map<number, number>
}

export interface ChargeOrder {
  until: number
  first: number
  to: number
  /** What is charged by the day, before and after `until`. */
  dailyOf(provider: string, timestamp: number): number
  soFarOn?: number | undefined
}

export function expectCharges(charges: readonly ChargeSeries[], order: ChargeOrder): ExpectedCharges {
  const { until, first, to } = order
  const tax = new Map<number, number>()
  for (const provider of new Set(charges.flatMap((charge) => (charge.kind === 'tax' ? [charge.provider] : [])))) {
    const providerCharges = charges.filter((charge) => charge.provider === provider)
    const taxes = providerCharges.filter(({ kind }) => kind === 'tax')
    const nonTaxCharges = providerCharges.filter(({ kind }) => kind !== 'tax')
    const billed = sumDays(nonTaxCharges)
    // Fees of all days that are asked for, and of the whole month the tax of the last one is on.
    const fees = expectFees(feesOf(nonTaxCharges), until, first, to + 31 * day)
    const taxed = (timestamp: number) =>
      order.dailyOf(provider, timestamp) +
      (timestamp < until ? (billed.get(timestamp) ?? 0) : (fees.get(timestamp) ?? 0))
    const expectedTax = expectTax(sumDays(taxes), { until, first, to, taxed, soFarOn: order.soFarOn })
    for (const [timestamp, amount] of expectedTax) tax.set(timestamp, (tax.get(timestamp) ?? 0) + amount)
  }
  return { fees: expectFees(feesOf(charges), until, first, to), tax }
}

const feesOf = (charges: readonly ChargeSeries[]) => charges.filter(({ kind }) => kind === 'fee')

/** Earlier windows the expectations are tried on. */
const maxWindows = 12

export interface ChargeErrors {
  /** What whole windows were off by, one-time charges and all. */
  windows: number[]
  /** What days with a fee or tax were off by, as shares of the larger of both. */
  days: number[]
  /** How many windows lie beside one another. */
  trials: number
}

/** Each expectation made from what was billed before its window; the daily cost of its days is taken as it came. */
export function chargeErrors(charges: readonly ChargeSeries[], order: ChargeOrder, length: number): ChargeErrors {
  const errors: ChargeErrors = { windows: [], days: [], trials: 0 }
  const step = Math.max(7, Math.ceil(length / 2))
  const all = sumDays(charges)
  const expectable = sumDays(charges.filter(({ kind }) => kind !== 'one_time'))
  for (let daysBack = length; errors.windows.length < maxWindows; daysBack += step) {
    const until = order.until - daysBack * day
    if (until - order.first < 35 * day) break
    const to = until + length * day
    const knownCharges = charges.map((charge) => ({
      ...charge,
      days: new Map([...charge.days].filter(([timestamp]) => timestamp < until)),
    }))
    const { fees, tax } = expectCharges(knownCharges, { ...order, until, to, soFarOn: undefined })
    let sum = 0
    for (let timestamp = until; timestamp < to; timestamp += day) {
      const expected = (fees.get(timestamp) ?? 0) + (tax.get(timestamp) ?? 0)
      sum += (all.get(timestamp) ?? 0) - expected
      const actual = expectable.get(timestamp) ?? 0
      const size = Math.max(Math.abs(expected), Math.abs(actual))
      if (size > 0) errors.days.push(Math.abs(actual - expected) / size)
    }
    errors.windows.push(Math.abs(sum))
  }
  errors.windows.sort((a, b) => a - b)
  errors.days.sort((a, b) => a - b)
  errors.trials = 1 + ((errors.windows.length - 1) * Math.min(step, length)) / length
  return errors
}
