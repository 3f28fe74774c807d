import type { SeriesPoint } from '@kept/domain/series.ts'
import { type Forecast, forecastValues } from './forecast-values.ts'
import { isDaily, lagsOf, seasonOf } from './frequency.ts'
import { monthDays } from './month-days.ts'
import { regular } from './regular.ts'

export interface SeriesForecast extends Forecast {
  /** When each forecast value will be, in milliseconds since 1970. */
  times: number[]
  /** Gaps of the series that were filled to look ahead. */
  filled: number
}

/** Days from which on the place in the month is worth a weight. */
const twoMonths = 62

/** Looks ahead from the last row of a series, whatever its step; null when it has fewer than three values. */
export function forecastSeries(
  points: readonly SeriesPoint[],
  { horizon, season }: { horizon: number; season?: number | undefined },
): SeriesForecast | null {
  const { values, step, timeAt, filled } = regular(points, (rowStep) => season ?? seasonOf(rowStep))
  if (values.length < 3) return null
  const rows = season ?? seasonOf(step)
  const calendar = isDaily(step) && values.length >= twoMonths ? monthDays(timeAt) : undefined
  const oneOffs = isDaily(step) && rows === 7
  const forecast = forecastValues(values, { horizon, season: rows, lags: lagsOf(step, rows), calendar, oneOffs })
  return { ...forecast, times: Array.from({ length: horizon }, (_, h) => timeAt(values.length + h)), filled }
}
