/**
 * A forecast of what is billed: what is charged by the day as a series of days; fees on their day of the month; tax by
 * what it is on; and one-time charges not at all. The total is their sum.
 */
import { day, type SeriesPoint } from '@kept/domain/series.ts'
import { conformalQuantile, widened } from '../conformal.ts'
import { forecastSeries, type SeriesForecast } from '../forecast-series.ts'
import { type Level, levels } from '../levels.ts'
import { knownBefore } from '../made-then.ts'
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
  const made = startingOn(split.points, until, horizon)
  if (!made) return null
  const daily = order.adjust ? order.adjust(made) : made
  const charges = orderOf(split, daily, order)
  const { fees, tax } = expectCharges(split.charges, charges)
  const rows = (expected: Map<number, number>) => daily.times.map((at) => expected.get(at) ?? 0)
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
  const known = knownBefore(points, until)
  const skipped = Math.round((until - (known.at(-1)?.at ?? until)) / day) - 1
  const made = forecastSeries(known, { horizon: skipped + horizon })
  if (made?.times[skipped] !== until || made.times[skipped + horizon - 1] !== until + (horizon - 1) * day) return null
  const cut = (rows: readonly number[]) => rows.slice(skipped)
  const band = (level: Level) => ({ lower: cut(made.bands[level].lower), upper: cut(made.bands[level].upper) })
  return { ...made, times: cut(made.times), point: cut(made.point), bands: byLevel(band) }
}

/** Days that say how a provider's part of what is charged by the day is. */
const shareDays = 30

function orderOf({ daily: series, charges }: SplitSpend, daily: SeriesForecast, order: SpendOrder): ChargeOrder {
  const { until, horizon } = order
  const providers = new Set(series.map(({ provider }) => provider))
  const own = new Map([...providers].map((one) => [one, sumDays(series.filter(({ provider }) => provider === one))]))
  const recent = (costs: ReadonlyMap<number, number>) => {
    let sum = 0
    for (const [at, cost] of costs) if (at >= until - shareDays * day) sum += cost
    return sum
  }
  const whole = recent(sumDays(series))
  const shares = new Map([...own].map(([provider, costs]) => [provider, whole === 0 ? 0 : recent(costs) / whole]))
  const ahead = new Map(daily.times.map((at, row) => [at, daily.point[row] ?? 0]))
  // Beyond the last row, a day is as the mean of those ahead.
  const mean = daily.point.reduce((sum, value) => sum + value, 0) / Math.max(1, daily.point.length)
  const firsts = [...series, ...charges].flatMap(({ days }) => [...days.keys()])
  return {
    until,
    first: firsts.reduce((one, other) => Math.min(one, other), until),
    to: until + horizon * day,
    soFarOn: order.soFarOn,
    dailyOf: (provider, at) =>
      at < until ? (own.get(provider)?.get(at) ?? 0) : (shares.get(provider) ?? 0) * (ahead.get(at) ?? mean),
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
    const away = (row: number, bound: number | undefined) =>
      Math.hypot((bound ?? 0) - (daily.point[row] ?? 0), share * (charged[row] ?? 0))
    return {
      lower: point.map((value, row) => value - away(row, daily.bands[level].lower[row])),
      upper: point.map((value, row) => value + away(row, daily.bands[level].upper[row])),
    }
  }
  return { ...daily, point, bands: byLevel(band) }
}

/** The next rows together with what has come so far. */
export function totalSpend(soFar: number, made: SpendForecast, rows: number): Total {
  const daily = totalOf(0, made.daily, rows)
  const charged = [...made.fees.slice(0, rows), ...made.tax.slice(0, rows)].reduce((sum, value) => sum + value, 0)
  const point = soFar + daily.point + charged
  const { windows, trials } = made.errors
  const band = (level: Level) => {
    const off = windows.length === 0 ? 0.1 * Math.abs(charged) : widened(windows, level, trials)
    const { lower, upper } = daily.bands[level]
    return {
      lower: point - Math.hypot(daily.point - lower, off),
      upper: point + Math.hypot(upper - daily.point, off),
    }
  }
  return { point, bands: byLevel(band) }
}

const byLevel = <Value>(of: (level: Level) => Value) =>
  Object.fromEntries(levels.map((level) => [level, of(level)])) as Record<Level, Value>
