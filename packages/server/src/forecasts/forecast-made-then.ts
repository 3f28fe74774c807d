/** Days that are over, against the forecast Kept would have made of them on the morning of the first. */
import type { PastForecast } from '@kept/contract/routes/anomalies.ts'
import { decimal, sum, toNumber, toPlaces } from '@kept/domain/decimal.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { day } from '@kept/domain/series.ts'
import { forecastMadeThen, knownBefore, knownDaysNeeded } from '@kept/engine/forecast/made-then.ts'
import { totalOf } from '@kept/engine/forecast/total.ts'
import { listKnownEvents } from '@kept/store/forecasts/known-events.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { explore } from '@kept/store/ledger/explore.ts'
import { addDays } from '@kept/store/ledger/span.ts'
import type { Services } from '../platform/context.ts'
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
  const [answer, events] = await Promise.all([
    explore(state.warehouse, scope, loadIds, {
      measures: ['effective'],
      group_by: [],
      grain: 'day',
      filters: [],
      from: addDays(from, -mostDays),
      to,
    }),
    listKnownEvents(state.database, scope),
  ])
  // What was said later could not have been known.
  const then = events.filter(({ created_at }) => created_at.slice(0, 10) < from)
  return [...Map.groupBy(answer.rows, ({ currency }) => currency)]
    .map(([currency, rows]) => {
      const costs = new Map(rows.map(({ period, values }) => [period ?? '', values.effective ?? null]))
      const own = then.filter((event) => event.currency === currency)
      return compareDays(currency, costs, { from, to }, own)
    })
    .filter(({ actual }) => actual !== null)
    .map((one) => ({ ...one, actual: one.actual ?? '0' }))
    .toSorted((a, b) => toNumber(b.actual) - toNumber(a.actual))
}

/** `actual` is null where nothing was spent in this currency on these days. */
function compareDays(
  currency: string,
  costs: ReadonlyMap<string, string | null>,
  { from, to }: Days,
  events: Events,
): Omit<PastForecast, 'actual'> & { actual: string | null } {
  const points = [...costs].map(([date, value]) => ({
    at: Date.parse(date),
    value: value === null ? null : toNumber(value),
  }))
  const within = [...costs].filter(([date, value]) => date >= from && value !== null)
  const days = Math.round((Date.parse(to) - Date.parse(from)) / day)
  const made = forecastMadeThen(points, { from: Date.parse(from), days })
  const adjusted = made && withEvents(made, events)
  const total = adjusted && totalOf(0, adjusted, days)
  return {
    currency,
    from,
    to,
    actual: within.length === 0 ? null : sum(within.map(([, value]) => value ?? '0')),
    known_days: knownBefore(points, Date.parse(from)).length,
    needed_days: knownDaysNeeded(days),
    forecast: adjusted &&
      total && {
        method: adjusted.method,
        point: money(total.point),
        band80: { lower: money(total.bands[80].lower), upper: money(total.bands[80].upper) },
        days: adjusted.times.map((at, row) => {
          const date = new Date(at).toISOString().slice(0, 10)
          return {
            date,
            actual: costs.get(date) ?? null,
            point: money(adjusted.point[row] ?? 0),
            band80: {
              lower: money(adjusted.bands[80].lower[row] ?? 0),
              upper: money(adjusted.bands[80].upper[row] ?? 0),
            },
          }
        }),
      },
  }
}

const money = (value: number) => toPlaces(decimal(value), 2)
