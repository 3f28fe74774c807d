/** What a month of a charge is expected to come to, by the months before it. */
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { toNumber } from '@kept/foundation/decimal.ts'
import { median } from '../../maths/quantile.ts'
import type { ChargeMonth } from './charge-series.ts'

/** A charge that came in each of so many months is expected in the next. */
const monthsToRecur = 2
/** Of the months before, so many say what is usual. */
const baselineMonths = 3
/** Months that differ more from one another are no subscription. */
const steady = 0.1
/** Charged on more of the days of a month than this, it grows with the month's length. */
const dailyShare = 0.25
/** A month that differs by more was billed by another price. */
const otherCharge = 0.3
/** How far a single charge is remembered. */
const rememberedMonths = 12

interface ExpectedMonth {
  amount: number
  /** A single charge: expected is the largest that came before, and only more than that is news. */
  isSingle: boolean
  /** The share by which a month must differ to be news. */
  offBy: number
}

/** A steady charge or a tax that is off by less is how bills are. */
const leastShare = 0.1
/** Misses of the months before that are this many deviations are luck, and more where few months are known. */
const deviations = 4
const fewMonths = 2

/** By what shares earlier months missed what was expected of them; so much more is news. */
export function offShare(misses: readonly number[]): number {
  if (misses.length === 0) return fewMonths * leastShare
  const spread = Math.sqrt(misses.reduce((sum, miss) => sum + miss ** 2, 0) / misses.length)
  return Math.max(leastShare, deviations * spread * (1 + fewMonths / misses.length))
}

/** A single charge is news when it is so much larger than any before; the largest of few says little. */
function singleFactor(earlier: number): number {
  return earlier === 0 ? 0 : 2 + 4 / earlier
}

/** `before` is rising and ends with the month before; null while too little is known. */
export function expectMonth(before: readonly ChargeMonth[], month: string): ExpectedMonth | null {
  if (before.length < monthsToRecur) return null
  const latest = before.slice(-baselineMonths)
  const isDaily = latest.every((entry) => entry.days.length > dailyShare * lengthOf(entry.month))
  const amounts = latest.map(({ total, month: earlier }) => toNumber(total) / (isDaily ? lengthOf(earlier) : 1))
  const recent = amounts.slice(-monthsToRecur)
  const baseline = median(recent.every((amount) => amount !== 0) ? amounts.filter((amount) => amount !== 0) : [0])
  const isSteady =
    baseline !== 0 && recent.every((amount) => Math.abs(amount - baseline) <= steady * Math.abs(baseline))
  const remembered = before.slice(-rememberedMonths)
  if (isSteady) {
    const all = remembered.map(({ total, month: earlier }) => toNumber(total) / (isDaily ? lengthOf(earlier) : 1))
    // A month in which it was another charge is no miss.
    const misses = all.map((amount) => amount / baseline - 1).filter((miss) => Math.abs(miss) < otherCharge)
    return { amount: baseline * (isDaily ? lengthOf(month) : 1), isSingle: false, offBy: offShare(misses) }
  }
  const singles = remembered.map(({ total }) => toNumber(total)).filter((amount) => amount !== 0)
  const largest = singles.reduce((most, amount) => (Math.abs(amount) > Math.abs(most) ? amount : most), 0)
  return { amount: largest, isSingle: true, offBy: singleFactor(singles.length) }
}

function lengthOf(month: string): number {
  return daysBetween(startOfMonth(month), startOfMonth(month, 1))
}
