/** What an organisation will spend, from its own days: bands, month end, parts that add up, and how good it has been. */
import type { CostForecast } from '@kept/contract/routes/anomalies.ts'
import { compare, type Decimal, decimal, sum, toNumber, toPlaces } from '@kept/domain/decimal.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { day, type SeriesPoint } from '@kept/domain/series.ts'
import { apportion } from '@kept/engine/forecast/apportion.ts'
import type { Level } from '@kept/engine/forecast/levels.ts'
import type { ChargeSeries } from '@kept/engine/forecast/spend/charge-series.ts'
import { lookAhead } from '@kept/engine/forecast/spend/look-ahead.ts'
import { spendRecord } from '@kept/engine/forecast/spend/spend-record.ts'
import { listKnownEvents } from '@kept/store/forecasts/known-events.ts'
import { costsByDay, readSpendRows, type SpendRow } from '@kept/store/forecasts/spend-rows.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { addDays } from '@kept/store/ledger/span.ts'
import { askedProviders } from '../platform/asked-providers.ts'
import { chargesOf } from '../platform/charges-of.ts'
import type { Services } from '../platform/context.ts'
import { kindsOf } from './kinds.ts'
import { type Events, withEvents } from './with-events.ts'

/** As far back as is looked to look ahead. */
const mostDays = 800
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
  { days, providers: asked }: { days: number; providers?: string | string[] | undefined },
): Promise<{ data: CostForecast[]; too_short: string[] }> {
  const { loadIds, known } = await currentLedger(state.database, scope)
  const providers = await askedProviders({ state }, scope, { loadIds }, asked)
  if (!known) return { data: [], too_short: [] }
  // What is billed for today and later is not over yet.
  const today = now().toISOString().slice(0, 10)
  const to = known.to < today ? known.to : today
  const earliest = addDays(to, -mostDays)
  const from = known.from > earliest ? known.from : earliest
  const rows = await readSpendRows(state.warehouse, scope, loadIds, {
    ...{ from, to },
    filters: providers.length > 0 ? [{ by: 'provider', op: 'is', values: providers }] : [],
  })
  const events = await listKnownEvents(state.database, scope)
  const series = Map.groupBy(rows, ({ currency, provider }) => JSON.stringify([currency, provider]))
    .values()
    .map((own): Series => {
      const { currency = '', provider = '' } = own[0] ?? {}
      return { currency, provider, rows: own, costs: costsByDay(own) }
    })
  const data: CostForecast[] = []
  const too_short: string[] = []
  for (const [currency, own] of Map.groupBy(series, (one) => one.currency)) {
    const made = forecastCurrency(currency, own, { days, to, events: applying(events, currency, own) })
    if (made) data.push(made)
    else too_short.push(currency)
  }
  data.sort((a, b) => toNumber(b.total.point) - toNumber(a.total.point))
  return { data, too_short }
}

/** Events of a provider that is not asked about change nothing here. */
const applying = (events: Events, currency: string, own: readonly Series[]) =>
  events.filter(
    (one) =>
      one.currency === currency && (one.provider === null || own.some(({ provider }) => provider === one.provider)),
  )

function forecastCurrency(
  currency: string,
  own: readonly Series[],
  { days, to, events }: { days: number; to: string; events: Events },
): CostForecast | null {
  const points = pointsOf(own, to)
  // The month's end is part of the answer, however few days were asked for.
  const last = addDays(to, -1)
  const month = to.slice(0, 7)
  const restOfMonth = daysBetween(to, nextMonth(to))
  const charges = chargesOf(own.flatMap(({ rows }) => rows))
  const horizon = Math.max(days, restOfMonth)
  const made = lookAhead(charges, points, {
    until: Date.parse(to),
    horizon,
    adjust: (daily) => withEvents(daily, events),
  })
  if (!made) return null
  const { combined } = made
  const soFar = points.filter(({ at }) => isoDay(at).startsWith(month)).map(({ value }) => value ?? 0)
  const spent = sum(
    own.flatMap(({ costs }) => [...costs].filter(([date]) => date.startsWith(month)).map(([, cost]) => cost)),
  )
  const total = made.total(0, days)
  const end = made.total(
    soFar.reduce((one, other) => one + other, 0),
    restOfMonth,
  )
  const point = money(total.point)
  const weights = own.map((one) => {
    const theirEvents = events.filter(({ provider }) => provider === one.provider)
    const theirs = lookAhead(chargesOf(one.rows), pointsOf([one], to), {
      ...{ until: Date.parse(to), horizon: days },
      adjust: (daily) => withEvents(daily, theirEvents),
    })
    return Math.max(0, theirs?.total(0, days).point ?? 0)
  })
  const amounts = apportion(point, weights)
  return {
    currency,
    method: combined.method,
    last_day: last,
    filled_days: combined.filled,
    history: points.slice(-shownDays).map(({ at, value }) => ({
      date: isoDay(at),
      actual: value === null ? null : money(value),
    })),
    days: combined.times.slice(0, days).map((at, row) => ({
      date: isoDay(at),
      point: money(combined.point[row] ?? 0),
      ...bandsOf((level) => ({
        lower: combined.bands[level].lower[row] ?? 0,
        upper: combined.bands[level].upper[row] ?? 0,
      })),
    })),
    total: { point, ...bandsOf((level) => total.bands[level]) },
    month_end: {
      month,
      so_far: spent,
      point: money(end.point),
      ...bandsOf((level) => end.bands[level], spent),
    },
    parts: own
      .map(({ provider }, at) => ({ provider, point: amounts[at] ?? '0' }))
      .sort((a, b) => toNumber(b.point) - toNumber(a.point)),
    kinds: made.spend ? kindsOf(made.spend, days, point) : [],
    backtest: backtestOf(points, charges, days),
    events,
  }
}

function backtestOf(points: SeriesPoint[], charges: ChargeSeries[], days: number): CostForecast['backtest'] {
  const { past, totalError, ...record } = spendRecord(points, charges, days)
  return {
    ...record,
    total_error: totalError,
    past: past.map(({ origin, error, totalError: total_error, coverage }) => ({
      ...{ origin: isoDay(origin), error, total_error },
      coverage80: coverage[80],
      coverage95: coverage[95],
    })),
  }
}

/** Every day from the first to the last; a day without any line is a gap. */
function pointsOf(own: readonly Series[], to: string): SeriesPoint[] {
  const first = own.flatMap(({ costs }) => [...costs.keys()]).toSorted()[0]
  const points: SeriesPoint[] = []
  for (let date = first ?? to; date < to; date = addDays(date, 1)) {
    const costs = own.map((one) => one.costs.get(date)).filter((cost) => cost !== undefined)
    points.push({ at: Date.parse(date), value: costs.length === 0 ? null : toNumber(sum(costs)) })
  }
  return points
}

/** `spent` is spent: no rounding to cents may bring a bound below it. */
function bandsOf(of: (level: Level) => { lower: number; upper: number }, spent?: Decimal) {
  const bound = (value: number) => {
    const amount = money(value)
    return spent !== undefined && compare(amount, spent) < 0 ? spent : amount
  }
  const band = (level: Level) => ({ lower: bound(of(level).lower), upper: bound(of(level).upper) })
  return { band50: band(50), band80: band(80), band95: band(95) }
}

const money = (value: number) => toPlaces(decimal(value), 2)
const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10)
const nextMonth = (date: string) => Temporal.PlainDate.from(date).with({ day: 1 }).add({ months: 1 }).toString()
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / day)
