/** A forecast with what people know, the point and every bound alike. */
import { toNumber } from '@kept/domain/decimal.ts'
import type { SeriesForecast } from '@kept/engine/forecast/forecast-series.ts'
import { adjust, type KnownEvent } from '@kept/engine/forecast/known-events.ts'
import { levels } from '@kept/engine/forecast/levels.ts'
import type { listKnownEvents } from '@kept/store/forecasts/known-events.ts'

export type Events = Awaited<ReturnType<typeof listKnownEvents>>

export function withEvents(made: SeriesForecast, events: Events): SeriesForecast {
  const known: KnownEvent[] = events.map(({ kind, from_day, to_day, factor, daily_amount }) => ({
    kind,
    from: Date.parse(from_day),
    to: to_day === null ? null : Date.parse(to_day),
    factor: toNumber(factor),
    amount: toNumber(daily_amount),
  }))
  const change = (values: readonly number[]) => adjust(made.times, values, known)
  const bands = Object.fromEntries(
    levels.map((level) => [level, { lower: change(made.bands[level].lower), upper: change(made.bands[level].upper) }]),
  ) as SeriesForecast['bands']
  return { ...made, point: change(made.point), bands }
}
