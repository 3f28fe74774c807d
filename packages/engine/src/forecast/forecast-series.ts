import type { SeriesPoint } from '@kept/domain/series.ts'
import { fixedForecast, rowsAtFixedPrice } from './fixed-price.ts'
import { type Forecast, forecastValues } from './forecast-values.ts'
import { isDaily, lagsOf, seasonOf } from './frequency.ts'
import type { Level } from './levels.ts'
import { endedForecast, firstRowOfLife, zerosSinceEnd } from './lifespan.ts'
import { monthDays, monthLength } from './month-days.ts'
import { monthLengthFactor } from './month-length.ts'
import { monthPositions } from './month-positions.ts'
import { regular } from './regular.ts'

export interface SeriesForecast extends Forecast {
  /** When each forecast value will be, in milliseconds since 1970. */
  times: number[]
  /** Gaps of the series that were filled to look ahead. */
  filled: number
}

/** Days from which on the position in the month is worth a weight. */
const twoMonths = 62

/** Looks ahead from the last row of a series, whatever its step; null when it has fewer than three values. */
export function forecastSeries(
  points: readonly SeriesPoint[],
  { horizon, season }: { horizon: number; season?: number | undefined },
): SeriesForecast | null {
  const { values: allValues, step, timeAt: timeOf, filled } = regular(points, (rowStep) => season ?? seasonOf(rowStep))
  if (allValues.length < 3) return null
  const rows = season ?? seasonOf(step)
  const isDays = isDaily(step) && rows === 7
  const first = isDays ? firstRowOfLife(allValues) : 0
  const values = allValues.slice(first)
  const timeAt = (row: number) => timeOf(first + row)
  const times = Array.from({ length: horizon }, (_, h) => timeAt(values.length + h))
  const zeros = isDays ? zerosSinceEnd(values) : 0
  if (zeros > 0) return { ...endedForecast(values, zeros, horizon), times, filled }
  const fixed = isDays ? rowsAtFixedPrice(values) : 0
  if (fixed > 0) return { ...fixedForecast(values, fixed, horizon), times, filled }
  const isLong = isDaily(step) && values.length >= twoMonths
  const perLength = isLong && isDays ? monthLengthFactor(values, rows, (row) => monthLength(timeAt(row))) : null
  const forecast = forecastValues(perLength ? values.map((value, row) => value / perLength(row)) : values, {
    horizon,
    season: rows,
    lags: lagsOf(step, rows),
    calendar: isLong ? monthDays(timeAt) : undefined,
    positions: isLong && isDays ? monthPositions(timeAt) : undefined,
    oneOffs: isDays,
  })
  return { ...(perLength ? scaled(forecast, (h) => perLength(values.length + h)) : forecast), times, filled }
}

function scaled(forecast: Forecast, factorAt: (h: number) => number): Forecast {
  const scale = (rows: readonly number[]) => rows.map((value, h) => value * factorAt(h))
  const band = (level: Level) => ({
    lower: scale(forecast.bands[level].lower),
    upper: scale(forecast.bands[level].upper),
  })
  return { ...forecast, point: scale(forecast.point), bands: { 50: band(50), 80: band(80), 95: band(95) } }
}
