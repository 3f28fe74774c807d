/** Fees and tax of the days ahead, and how far such expectations were off before. */
import { day } from '@kept/domain/series.ts'
import { type ChargeSeries, sumDays } from './charge-series.ts'
import { expectFees } from './expect-fees.ts'
import { expectTax } from './expect-tax.ts'

export interface ExpectedCharges {
  /** By day, in milliseconds since 1970. */
  fees: Map<number, number>
  tax: Map<number, number>
}

export interface ChargeOrder {
  until: number
  first: number
  to: number
  /** What is charged by the day, before and after `until`. */
  dailyOf(provider: string, at: number): number
  soFarOn?: number | undefined
}

export function expectCharges(charges: readonly ChargeSeries[], order: ChargeOrder): ExpectedCharges {
  const { until, first, to } = order
  const tax = new Map<number, number>()
  for (const provider of new Set(charges.flatMap((one) => (one.kind === 'tax' ? [one.provider] : [])))) {
    const own = charges.filter((one) => one.provider === provider)
    const taxes = own.filter(({ kind }) => kind === 'tax')
    const others = own.filter(({ kind }) => kind !== 'tax')
    const billed = sumDays(others)
    // Fees of all days that are asked for, and of the whole month the tax of the last one is on.
    const fees = expectFees(feesOf(others), until, first, to + 31 * day)
    const taxed = (at: number) =>
      order.dailyOf(provider, at) + (at < until ? (billed.get(at) ?? 0) : (fees.get(at) ?? 0))
    const one = expectTax(sumDays(taxes), { until, first, to, taxed, soFarOn: order.soFarOn })
    for (const [at, amount] of one) tax.set(at, (tax.get(at) ?? 0) + amount)
  }
  return { fees: expectFees(feesOf(charges), until, first, to), tax }
}

const feesOf = (charges: readonly ChargeSeries[]) => charges.filter(({ kind }) => kind === 'fee')

/** Earlier windows the expectations are tried on. */
const mostWindows = 12

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
  for (let back = length; errors.windows.length < mostWindows; back += step) {
    const until = order.until - back * day
    if (until - order.first < 35 * day) break
    const to = until + length * day
    const known = charges.map((one) => ({ ...one, days: new Map([...one.days].filter(([at]) => at < until)) }))
    const { fees, tax } = expectCharges(known, { ...order, until, to, soFarOn: undefined })
    let sum = 0
    for (let at = until; at < to; at += day) {
      const expected = (fees.get(at) ?? 0) + (tax.get(at) ?? 0)
      sum += (all.get(at) ?? 0) - expected
      const came = expectable.get(at) ?? 0
      const size = Math.max(Math.abs(expected), Math.abs(came))
      if (size > 0) errors.days.push(Math.abs(came - expected) / size)
    }
    errors.windows.push(Math.abs(sum))
  }
  errors.windows.sort((a, b) => a - b)
  errors.days.sort((a, b) => a - b)
  errors.trials = 1 + ((errors.windows.length - 1) * Math.min(step, length)) / length
  return errors
}
