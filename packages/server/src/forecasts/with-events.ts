/** Applies known events to the expected value and every bound. */
import type { SeriesForecast } from '@kept/engine/forecast/forecast-series.ts'
import { adjust, type KnownEvent } from '@kept/engine/forecast/known-events.ts'
import { levels } from '@kept/engine/forecast/levels.ts'
import { toNumber } from '@kept/foundation/decimal.ts'
import { fromKeys } from '@kept/foundation/keys.ts'
import type { listKnownEvents } from '@kept/store/forecasts/known-events.ts'

export type Events = Awaited<ReturnType<typeof listKnownEvents>>

export function withEvents(forecast: SeriesForecast, events: Events): SeriesForecast {
  const knownEvents: KnownEvent[] = events.map(({ kind, start_date, end_date, factor, daily_amount }) => ({
    kind,
    from: Date.parse(start_date),
    to: end_date === null ? null : Date.parse(end_date),
    factor: toNumber(factor),
    amount: toNumber(daily_amount),
  }))
  const change = (values: readonly number[]) => adjust(forecast.times, values, knownEvents)
  const bands = fromKeys(levels, (level) => ({
    lower: change(forecast.bands[level].lower),
    upper: change(forecast.bands[level].upper),
  }))
  return { ...forecast, point: change(forecast.point), bands }
}
