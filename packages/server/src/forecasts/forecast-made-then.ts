/** Days that are over, against the forecast Kept would have made of them on the morning of the first. */
import type { PastForecast } from '@kept/contract/routes/anomalies.ts'
import { decimal, sum, toNumber, toPlaces } from '@kept/domain/decimal.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { day } from '@kept/domain/series.ts'
import { knownBefore, knownDaysNeeded } from '@kept/engine/forecast/made-then.ts'
import type { ChargeKind } from '@kept/engine/forecast/spend/charge-series.ts'
import type { SpendForecast } from '@kept/engine/forecast/spend/forecast-spend.ts'
import { lookAhead } from '@kept/engine/forecast/spend/look-ahead.ts'
import { listKnownEvents } from '@kept/store/forecasts/known-events.ts'
import { costsByDay, readSpendRows, type SpendRow } from '@kept/store/forecasts/spend-rows.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { addDays } from '@kept/store/ledger/span.ts'
import { chargesOf } from '../platform/charges-of.ts'
import type { Services } from '../platform/context.ts'
import { kindsOf } from './kinds.ts'
import { type Events, withEvents } from './with-events.ts'

/** As far back as is looked to look ahead. */
const mostDays = 800

interface Days {
  from: string
  to: string
}

export async function forecastMadeForDays(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  asked: Days,
): Promise<PastForecast[]> {
  const { loadIds, known } = await currentLedger(state.database, scope)
  if (!known) return []
  // What is billed for today and later is not over yet, and days before the first bill are none.
  const today = now().toISOString().slice(0, 10)
  const from = [asked.from, known.from].toSorted().at(-1) ?? asked.from
  const to = [asked.to, known.to, today].toSorted()[0] ?? asked.to
  if (to <= from) return []
  const [rows, events] = await Promise.all([
    readSpendRows(state.warehouse, scope, loadIds, { from: addDays(from, -mostDays), to }),
    listKnownEvents(state.database, scope),
  ])
  // What was said later could not have been known.
  const then = events.filter(({ created_at }) => created_at.slice(0, 10) < from)
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, own]) => {
      const said = then.filter((event) => event.currency === currency)
      return compareDays(currency, own, { from, to, isRunning: to === known.to }, said)
    })
    .filter(({ actual }) => actual !== null)
    .map((one) => ({ ...one, actual: one.actual ?? '0' }))
    .toSorted((a, b) => toNumber(b.actual) - toNumber(a.actual))
}

interface ComparedDays extends Days {
  /** The bill ends with these days, and its month may not be over. */
  isRunning: boolean
}

/** `actual` is null where nothing was spent in this currency on these days. */
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
  const known = knownBefore(points, Date.parse(from)).length
  const needed = knownDaysNeeded(days)
  const taxDay = isRunning ? latestTaxDay(rows, from) : undefined
  const ahead =
    known < needed
      ? null
      : lookAhead(chargesOf(rows), points, {
          ...{ until: Date.parse(from), horizon: days, soFarOn: taxDay },
          adjust: (daily) => withEvents(daily, events),
        })
  const made = ahead && isOfDays(ahead.combined.times, { from, to }) ? ahead : null
  const total = made?.total(0, days)
  return {
    currency,
    from,
    to,
    actual: within.length === 0 ? null : sum(within.map(([, value]) => value)),
    known_days: known,
    needed_days: needed,
    forecast:
      made && total
        ? {
            method: made.combined.method,
            point: money(total.point),
            band80: { lower: money(total.bands[80].lower), upper: money(total.bands[80].upper) },
            kinds: made.spend ? compareKinds(made.spend, rows, from, money(total.point)) : [],
            days: made.combined.times.map((at, row) => {
              const date = new Date(at).toISOString().slice(0, 10)
              return {
                date,
                actual: costs.get(date) ?? null,
                point: money(made.combined.point[row] ?? 0),
                band80: {
                  lower: money(made.combined.bands[80].lower[row] ?? 0),
                  upper: money(made.combined.bands[80].upper[row] ?? 0),
                },
              }
            }),
          }
        : null,
  }
}

/** A bill that is written once a month is no series of days. */
const isOfDays = (times: readonly number[], { from, to }: Days) =>
  times[0] === Date.parse(from) && times.at(-1) === Date.parse(to) - day

/** The day on which a bill that is not complete has put its tax so far; which day that is depends on its export. */
function latestTaxDay(rows: readonly SpendRow[], from: string): number | undefined {
  const last = rows.filter(({ date, category }) => category === 'Tax' && date >= from).map(({ date }) => date)
  const latest = last.toSorted().at(-1)
  return latest === undefined ? undefined : Date.parse(latest)
}

/** What of the days was what, beside what was expected of it. */
function compareKinds(spend: SpendForecast, rows: readonly SpendRow[], from: string, point: string) {
  const actual = (kind: ChargeKind) =>
    sum(rows.flatMap((row) => (row.date >= from && spend.kindOf(row) === kind ? [row.cost] : [])))
  return kindsOf(spend, spend.fees.length, point).map((one) => ({ ...one, actual: actual(one.kind) }))
}

const money = (value: number) => toPlaces(decimal(value), 2)
