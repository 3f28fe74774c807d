/** Whether a stock (snapshots, logs) keeps growing, and what that growth has come to cost. */
import { type Decimal, divide, sum } from '@kept/foundation/decimal.ts'
import { theilSen } from '../../maths/theil-sen.ts'
import type { DailySeries } from './daily-series.ts'

export interface Growth {
  /** Mean cost of a day in the first and in the last week. */
  before: Decimal
  now: Decimal
  /** (now - before) / before. */
  share: number
  /** Share of days on which it stood no lower than the day before: a stock that is tidied falls now and then. */
  rising: number
  slopePerDay: number
}

const week = 7

/** Undefined when there are fewer than three weeks, or nothing to grow from. */
export function growthOf({ amounts, values }: DailySeries): Growth | undefined {
  if (values.length < 3 * week) return undefined
  const mean = (part: Decimal[]) => divide(sum(part), String(part.length), 12)
  const [before, now] = [mean(amounts.slice(0, week)), mean(amounts.slice(-week))]
  if (!(Number(before) > 0)) return undefined
  const steps = values.slice(1)
  const rising = steps.filter((value, i) => value >= (values[i] ?? 0) * 0.999).length / steps.length
  return {
    before,
    now,
    share: (Number(now) - Number(before)) / Number(before),
    rising,
    slopePerDay: theilSen(values).slope,
  }
}
