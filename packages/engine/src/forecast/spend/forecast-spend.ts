/**
 * A forecast of what is billed: what is charged by the day as a series of days; fees on their day of the month; tax by
 * what it is on; and one-time charges not at all. The total is their sum.
 */
import { day, type SeriesPoint } from '@kept/domain/series.ts'
import { fromKeys } from '@kept/foundation/keys.ts'
import { knownBefore } from '../backtest.ts'
import { conformalQuantile, widened } from '../conformal.ts'
import { forecastSeries, type SeriesForecast } from '../forecast-series.ts'
import { type Level, levels } from '../levels.ts'
import { type Total, totalOf } from '../total.ts'
import {
  type ChargeKind,
  type ChargeRow,
  type ChargeSeries,
  chargeKindOf,
  type SplitSpend,
  seriesKey,
  splitSpend,
  sumDays,
} from './charge-series.ts'
import { type ChargeErrors, type ChargeOrder, chargeErrors, expectCharges } from './expect-charges.ts'

export interface SpendForecast {
  /** What is charged by the day alone. */
  daily: SeriesForecast
  /** By row: what falls on single days of the month. */
  fees: number[]
  tax: number[]
  errors: ChargeErrors
  /** What a row of the bill is forecast as: a fee that is charged by the day is so with usage. */
  kindOf(row: ChargeRow): ChargeKind
}

export interface SpendOrder {
  /** The first day that is not known. */
  until: number
  horizon: number
  soFarOn?: number | undefined
  /** What people know of the days ahead; it is about what is charged by the day. */
  adjust?(daily: SeriesForecast): SeriesForecast
}

/** Null when what is charged by the day has fewer than three values, or is no series of days. */
export function forecastSpend(all: readonly ChargeSeries[], order: SpendOrder): SpendForecast | null {
  const { until, horizon } = order
  const split = splitSpend(all, until)
  const forecast = startingOn(split.points, until, horizon)
  if (!forecast) return null
  const daily = order.adjust ? order.adjust(forecast) : forecast
  const charges = orderOf(split, daily, order)
  const { fees, tax } = expectCharges(split.charges, charges)
  const rows = (expected: Map<number, number>) => daily.times.map((timestamp) => expected.get(timestamp) ?? 0)
  const byDay = new Set(split.daily.map(({ key }) => key))
  return {
    daily,
    fees: rows(fees),
    tax: rows(tax),
    errors: chargeErrors(split.charges, charges, horizon),
    kindOf: (row) => (byDay.has(seriesKey(row)) ? 'usage' : chargeKindOf(row)),
  }
}

/** The forecast from that day on, across days before it that are missing. */
function startingOn(points: readonly SeriesPoint[], until: number, horizon: number): SeriesForecast | null {
  const knownPoints = knownBefore(points, until)
  const skipped = Math.round((until - (knownPoints.at(-1)?.at ?? until)) / day) - 1
  const forecast = forecastSeries(knownPoints, { horizon: skipped + horizon })
  if (forecast?.times[skipped] !== until || forecast.times[skipped + horizon - 1] !== until + (horizon - 1) * day)
    return null
  const cut = (rows: readonly number[]) => rows.slice(skipped)
  const band = (level: Level) => ({ lower: cut(forecast.bands[level].lower), upper: cut(forecast.bands[level].upper) })
  return { ...forecast, times: cut(forecast.times), point: cut(forecast.point), bands: byLevel(band) }
}

/** Days that say how a provider's part of what is charged by the day is. */
const shareDays = 30

function orderOf({ daily: series, charges }: SplitSpend, daily: SeriesForecast, order: SpendOrder): ChargeOrder {
  const { until, horizon } = order
  const providers = new Set(series.map(({ provider }) => provider))
  const providerCosts = new Map(
    [...providers].map((providerName) => [
      providerName,
      sumDays(series.filter(({ provider }) => provider === providerName)),
    ]),
  )
  const recent = (costs: ReadonlyMap<number, number>) => {
    let sum = 0
    for (const [timestamp, cost] of costs) if (timestamp >= until - shareDays * day) sum += cost
    return sum
  }
  const totalCost = recent(sumDays(series))
  const shares = new Map(
    [...providerCosts].map(([provider, costs]) => [provider, totalCost === 0 ? 0 : recent(costs) / totalCost]),
  )
  const ahead = new Map(daily.times.map((timestamp, row) => [timestamp, daily.point[row] ?? 0]))
  // Beyond the last row, a day is as the mean of those ahead.
  const mean = daily.point.reduce((sum, value) => sum + value, 0) / Math.max(1, daily.point.length)
  const firsts = [...series, ...charges].flatMap(({ days }) => [...days.keys()])
  return {
    until,
    first: firsts.reduce((earliest, other) => Math.min(earliest, other), until),
    to: until + horizon * day,
    soFarOn: order.soFarOn,
    dailyOf: (provider, timestamp) =>
      timestamp < until
        ? (providerCosts.get(provider)?.get(timestamp) ?? 0)
        : (shares.get(provider) ?? 0) * (ahead.get(timestamp) ?? mean),
  }
}

/** By day: the parts and their bands in one. They err apart from one another, so their errors add up as squares do. */
export function combineSpend({ daily, fees, tax, errors }: SpendForecast): SeriesForecast {
  const charged = daily.times.map((_, row) => (fees[row] ?? 0) + (tax[row] ?? 0))
  const point = daily.point.map((value, row) => value + (charged[row] ?? 0))
  // Never sure to the cent: one more charge that was a tenth off.
  const shares = [...errors.days, 0.1].sort((a, b) => a - b)
  const band = (level: Level) => {
    const share = conformalQuantile(shares, level / 100)
    const distance = (row: number, bound: number | undefined) =>
      Math.hypot((bound ?? 0) - (daily.point[row] ?? 0), share * (charged[row] ?? 0))
    return {
      lower: point.map((value, row) => value - distance(row, daily.bands[level].lower[row])),
      upper: point.map((value, row) => value + distance(row, daily.bands[level].upper[row])),
    }
  }
  return { ...daily, point, bands: byLevel(band) }
}

/** The next rows together with what has come so far. */
export function totalSpend(soFar: number, forecast: SpendForecast, rows: number): Total {
  const daily = totalOf(0, forecast.daily, rows)
  const charged = [...forecast.fees.slice(0, rows), ...forecast.tax.slice(0, rows)].reduce(
    (sum, value) => sum + value,
    0,
  )
  const point = soFar + daily.point + charged
  const { windows, trials } = forecast.errors
  const band = (level: Level) => {
    const halfWidth = windows.length === 0 ? 0.1 * Math.abs(charged) : widened(windows, level, trials)
    const { lower, upper } = daily.bands[level]
    return {
      lower: point - Math.hypot(daily.point - lower, halfWidth),
      upper: point + Math.hypot(upper - daily.point, halfWidth),
    }
  }
  return { point, bands: byLevel(band) }
}

const byLevel = <Value>(build: (level: Level) => Value) => fromKeys(levels, build)
