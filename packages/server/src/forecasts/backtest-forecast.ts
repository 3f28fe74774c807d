/** Backtest: the forecast Kept would have made on the first of these days, next to what was spent. */
import type { PastForecast } from '@kept/contract/routes/anomalies.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { day } from '@kept/domain/series.ts'
import { knownBefore, knownDaysNeeded } from '@kept/engine/forecast/backtest.ts'
import type { ChargeKind } from '@kept/engine/forecast/spend/charge-series.ts'
import type { SpendForecast } from '@kept/engine/forecast/spend/forecast-spend.ts'
import { lookAhead } from '@kept/engine/forecast/spend/look-ahead.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { decimal, sum, toNumber, toPlaces } from '@kept/foundation/decimal.ts'
import { listKnownEvents } from '@kept/store/forecasts/known-events.ts'
import { costsByDay, readSpendRows, type SpendRow } from '@kept/store/forecasts/spend-rows.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import type { Services } from '../platform/context.ts'
import { kindsOf } from './kinds.ts'
import { chargesOf } from './public/charges-of.ts'
import { type Events, withEvents } from './with-events.ts'

/** Days of history a forecast uses. */
const maxDays = 800

interface Days {
  from: string
  to: string
}

export async function forecastMadeForDays(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  request: Days,
): Promise<PastForecast[]> {
  const { loadIds, availableSpan } = await currentLedger(state.database, scope)
  if (!availableSpan) return []
  // Today and later are not complete. Days before the first bill have no data.
  const today = utcDay(now())
  const from = [request.from, availableSpan.from].toSorted().at(-1) ?? request.from
  const to = [request.to, availableSpan.to, today].toSorted()[0] ?? request.to
  if (to <= from) return []
  const [rows, events] = await Promise.all([
    readSpendRows(state.warehouse, scope, loadIds, { from: addDays(from, -maxDays), to }),
    listKnownEvents(state.database, scope),
  ])
  // Events recorded later were not known then.
  const knownEvents = events.filter(({ created_at }) => created_at.slice(0, 10) < from)
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, rows]) => {
      const currencyEvents = knownEvents.filter((event) => event.currency === currency)
      return compareDays(currency, rows, { from, to, isRunning: to === availableSpan.to }, currencyEvents)
    })
    .filter(({ actual }) => actual !== null)
    .map((forecast) => ({ ...forecast, actual: forecast.actual ?? '0' }))
    .toSorted((a, b) => toNumber(b.actual) - toNumber(a.actual))
}

interface ComparedDays extends Days {
  /** The bill ends on these days, and its month may be incomplete. */
  isRunning: boolean
}

/** `actual` is null when nothing was spent in this currency on these days. */
function compareDays(
  currency: string,
  rows: readonly SpendRow[],
  { from, to, isRunning }: ComparedDays,
  events: Events,
): Omit<PastForecast, 'actual'> & { actual: string | null } {
  const costs = costsByDay(rows)
  const points = [...costs].map(([date, value]) => ({ at: Date.parse(date), value: toNumber(value) }))
  const within = [...costs].filter(([date]) => date >= from)
  const days = Math.round((Date.parse(to) - Date.parse(from)) / day)
  const knownDays = knownBefore(points, Date.parse(from)).length
  const needed = knownDaysNeeded(days)
  const taxDay = isRunning ? latestTaxDay(rows, from) : undefined
  const ahead =
    knownDays < needed
      ? null
      : lookAhead(chargesOf(rows), points, {
          ...{ until: Date.parse(from), horizon: days, soFarOn: taxDay },
          adjust: (daily) => withEvents(daily, events),
        })
  const forecast = ahead && isOfDays(ahead.combined.times, { from, to }) ? ahead : null
  const total = forecast?.total(0, days)
  return {
    currency,
    start_date: from,
    end_date: to,
    actual: within.length === 0 ? null : sum(within.map(([, value]) => value)),
    known_days: knownDays,
    needed_days: needed,
    forecast:
      forecast && total
        ? {
            method: forecast.combined.method,
            point: money(total.point),
            band80: { lower: money(total.bands[80].lower), upper: money(total.bands[80].upper) },
            kinds: forecast.spend ? compareKinds(forecast.spend, rows, from, money(total.point)) : [],
            days: forecast.combined.times.map((timestamp, row) => {
              const date = utcDay(timestamp)
              return {
                date,
                actual: costs.get(date) ?? null,
                point: money(forecast.combined.point[row] ?? 0),
                band80: {
                  lower: money(forecast.combined.bands[80].lower[row] ?? 0),
                  upper: money(forecast.combined.bands[80].upper[row] ?? 0),
                },
              }
            }),
          }
        : null,
  }
}

/** A bill written once a month is not a daily series. */
const isOfDays = (times: readonly number[], { from, to }: Days) =>
  times[0] === Date.parse(from) && times.at(-1) === Date.parse(to) - day

/** The day on which an incomplete bill has put its tax so far. It depends on the export. */
function latestTaxDay(rows: readonly SpendRow[], from: string): number | undefined {
  const last = rows.filter(({ date, category }) => category === 'Tax' && date >= from).map(({ date }) => date)
  const latest = last.toSorted().at(-1)
  return latest === undefined ? undefined : Date.parse(latest)
}

/** Actual and expected costs by part of the forecast. */
function compareKinds(spend: SpendForecast, rows: readonly SpendRow[], from: string, point: string) {
  const actual = (kind: ChargeKind) =>
    sum(rows.flatMap((row) => (row.date >= from && spend.kindOf(row) === kind ? [row.cost] : [])))
  return kindsOf(spend, spend.fees.length, point).map((entry) => ({ ...entry, actual: actual(entry.kind) }))
}

const money = (value: number) => toPlaces(decimal(value), 2)
