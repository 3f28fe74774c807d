/** Forecast of an organization's spend: intervals, month end, parts that add up to the total, and accuracy. */
import type { CostForecast } from '@kept/contract/routes/anomalies.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { SeriesPoint } from '@kept/domain/series.ts'
import { apportion } from '@kept/engine/forecast/apportion.ts'
import type { Level } from '@kept/engine/forecast/levels.ts'
import type { ChargeSeries } from '@kept/engine/forecast/spend/charge-series.ts'
import { lookAhead } from '@kept/engine/forecast/spend/look-ahead.ts'
import { spendRecord } from '@kept/engine/forecast/spend/spend-record.ts'
import { addDays, daysBetween } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { compare, type Decimal, decimal, sum, toNumber, toPlaces } from '@kept/foundation/decimal.ts'
import { listKnownEvents } from '@kept/store/forecasts/known-events.ts'
import { costsByDay, readSpendRows, type SpendRow } from '@kept/store/forecasts/spend-rows.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { requestedProviders } from '../costs/public/requested-providers.ts'
import type { Services } from '../platform/context.ts'
import { kindsOf } from './kinds.ts'
import { chargesOf } from './public/charges-of.ts'
import { type Events, withEvents } from './with-events.ts'

/** Days of history a forecast uses. */
const maxDays = 800
const shownDays = 60

interface Series {
  currency: string
  provider: string
  rows: SpendRow[]
  costs: Map<string, string>
}

export async function forecastOrganization(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  { days, providers: providerFilter }: { days: number; providers?: string | string[] | undefined },
): Promise<{ data: CostForecast[]; too_short: string[] }> {
  const { loadIds, availableSpan } = await currentLedger(state.database, scope)
  const providers = await requestedProviders({ state }, scope, { loadIds }, providerFilter)
  if (!availableSpan) return { data: [], too_short: [] }
  // Today and later are not complete.
  const today = utcDay(now())
  const to = availableSpan.to < today ? availableSpan.to : today
  const earliest = addDays(to, -maxDays)
  const from = availableSpan.from > earliest ? availableSpan.from : earliest
  const rows = await readSpendRows(state.warehouse, scope, loadIds, {
    ...{ from, to },
    filters: providers.length > 0 ? [{ dimension: 'provider', op: 'is', values: providers }] : [],
  })
  const events = await listKnownEvents(state.database, scope)
  const series = Map.groupBy(rows, ({ currency, provider }) => JSON.stringify([currency, provider]))
    .values()
    .map((providerRows): Series => {
      const { currency = '', provider = '' } = providerRows[0] ?? {}
      return { currency, provider, rows: providerRows, costs: costsByDay(providerRows) }
    })
  const data: CostForecast[] = []
  const too_short: string[] = []
  for (const [currency, currencySeries] of Map.groupBy(series, (entry) => entry.currency)) {
    const forecast = forecastCurrency(currency, currencySeries, {
      days,
      to,
      events: applying(events, currency, currencySeries),
    })
    if (forecast) data.push(forecast)
    else too_short.push(currency)
  }
  data.sort((a, b) => toNumber(b.total.point) - toNumber(a.total.point))
  return { data, too_short }
}

/** Events of other providers don't affect a filtered forecast. */
const applying = (events: Events, currency: string, series: readonly Series[]) =>
  events.filter(
    (event) =>
      event.currency === currency &&
      (event.provider === null || series.some(({ provider }) => provider === event.provider)),
  )

interface ForecastRequest {
  days: number
  /** The first day that is not complete. */
  to: string
  events: Events
}

function forecastCurrency(
  currency: string,
  series: readonly Series[],
  { days, to, events }: ForecastRequest,
): CostForecast | null {
  const points = pointsOf(series, to)
  const charges = chargesOf(series.flatMap(({ rows }) => rows))
  const forecast = lookAhead(charges, points, {
    until: Date.parse(to),
    // The result always includes the month end.
    horizon: Math.max(days, daysToMonthEnd(to)),
    adjust: (daily) => withEvents(daily, events),
  })
  if (!forecast) return null
  const { combined } = forecast
  const total = forecast.total(0, days)
  const point = money(total.point)
  return {
    currency,
    method: combined.method,
    last_day: addDays(to, -1),
    filled_days: combined.filled,
    history: points.slice(-shownDays).map(({ at, value }) => ({
      date: utcDay(at),
      actual: value === null ? null : money(value),
    })),
    days: combined.times.slice(0, days).map((timestamp, row) => ({
      date: utcDay(timestamp),
      point: money(combined.point[row] ?? 0),
      ...bandsOf((level) => ({
        lower: combined.bands[level].lower[row] ?? 0,
        upper: combined.bands[level].upper[row] ?? 0,
      })),
    })),
    total: { point, ...bandsOf((level) => total.bands[level]) },
    month_end: monthEndOf(forecast, points, series, to),
    parts: partsOf(point, series, { days, to, events }),
    kinds: forecast.spend ? kindsOf(forecast.spend, days, point) : [],
    backtest: backtestOf(points, charges, days),
    events,
  }
}

function daysToMonthEnd(day: string): number {
  return daysBetween(day, startOfMonth(day, 1))
}

/** What the month comes to: what is spent, and the rest of its days. */
function monthEndOf(
  forecast: NonNullable<ReturnType<typeof lookAhead>>,
  points: readonly SeriesPoint[],
  series: readonly Series[],
  to: string,
): CostForecast['month_end'] {
  const month = to.slice(0, 7)
  const soFar = points.filter(({ at }) => utcDay(at).startsWith(month)).map(({ value }) => value ?? 0)
  const spentSoFar = sum(
    series.flatMap(({ costs }) => [...costs].filter(([date]) => date.startsWith(month)).map(([, cost]) => cost)),
  )
  const end = forecast.total(
    soFar.reduce((total, other) => total + other, 0),
    daysToMonthEnd(to),
  )
  return {
    month,
    so_far: spentSoFar,
    point: money(end.point),
    ...bandsOf((level) => end.bands[level], spentSoFar),
  }
}

/** The total by provider, in proportion to the forecast of each; largest first. */
function partsOf(
  point: Decimal,
  series: readonly Series[],
  { days, to, events }: ForecastRequest,
): CostForecast['parts'] {
  const weights = series.map((providerSeries) => {
    const theirEvents = events.filter(({ provider }) => provider === providerSeries.provider)
    const forecast = lookAhead(chargesOf(providerSeries.rows), pointsOf([providerSeries], to), {
      ...{ until: Date.parse(to), horizon: days },
      adjust: (daily) => withEvents(daily, theirEvents),
    })
    return Math.max(0, forecast?.total(0, days).point ?? 0)
  })
  const amounts = apportion(point, weights)
  return series
    .map(({ provider }, index) => ({ provider, point: amounts[index] ?? '0' }))
    .sort((a, b) => toNumber(b.point) - toNumber(a.point))
}

function backtestOf(points: SeriesPoint[], charges: ChargeSeries[], days: number): CostForecast['backtest'] {
  const { past, totalError, ...record } = spendRecord(points, charges, days)
  return {
    ...record,
    total_error: totalError,
    past: past.map(({ origin, error, totalError: total_error, coverage }) => ({
      ...{ origin: utcDay(origin), error, total_error },
      coverage80: coverage[80],
      coverage95: coverage[95],
    })),
  }
}

/** Every day of the range. A day without any line is a gap. */
function pointsOf(series: readonly Series[], to: string): SeriesPoint[] {
  const first = series.flatMap(({ costs }) => [...costs.keys()]).toSorted()[0]
  const points: SeriesPoint[] = []
  for (let date = first ?? to; date < to; date = addDays(date, 1)) {
    const costs = series.map((entry) => entry.costs.get(date)).filter((cost) => cost !== undefined)
    points.push({ at: Date.parse(date), value: costs.length === 0 ? null : toNumber(sum(costs)) })
  }
  return points
}

/** Rounding must not move a bound below what is already spent. */
function bandsOf(boundsOf: (level: Level) => { lower: number; upper: number }, spent?: Decimal) {
  const bound = (value: number) => {
    const amount = money(value)
    return spent !== undefined && compare(amount, spent) < 0 ? spent : amount
  }
  const band = (level: Level) => ({ lower: bound(boundsOf(level).lower), upper: bound(boundsOf(level).upper) })
  return { band50: band(50), band80: band(80), band95: band(95) }
}

const money = (value: number) => toPlaces(decimal(value), 2)
