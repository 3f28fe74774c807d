import type { SeriesPoint } from '@kept/domain/series.ts'
import { coverage, meanAbsoluteError } from './accuracy.ts'
import { forecastSeries } from './forecast-series.ts'
import type { Forecast } from './forecast-values.ts'
import { type KnownPoint, sinceBreak } from './since-break.ts'

export interface PastForecast {
  /** The last row it knew. */
  origin: number
  /** Mean absolute error as a share of what came; null when nothing was spent. */
  error: number | null
  /** Of the summed rows: forecast / actual - 1. */
  totalError: number | null
  coverage: Record<80 | 95, number>
}

/** Rows from one forecast to the next: a whole horizon, or fewer where all would not fit otherwise. */
export function distanceOf(rows: number, { horizon, count = 12 }: { horizon: number; count?: number }): number {
  // The first of them should know as many rows as it looks ahead.
  const availableRows = rows - horizon - Math.max(3, horizon)
  return Math.max(1, Math.min(horizon, Math.floor(availableRows / (count - 1))))
}

/** A forecast from the rows that were known then. */
export type Forecaster = (
  knownPoints: readonly KnownPoint[],
  order: { horizon: number; season?: number | undefined },
) => Pick<Forecast, 'point' | 'bands'> | null

interface PastOrder {
  horizon: number
  season?: number
  count?: number
  forecast?: Forecaster | undefined
}

const seriesForecast: Forecaster = (knownPoints, order) => forecastSeries(knownPoints, order)

/** How good the last forecasts were, each made as it would have been made then. Rows without a value are skipped. */
export function lastForecasts(
  points: readonly SeriesPoint[],
  { horizon, season, count = 12, forecast: forecaster = seriesForecast }: PastOrder,
): PastForecast[] {
  const knownPoints = sinceBreak(points)
  const past: PastForecast[] = []
  const distance = distanceOf(knownPoints.length, { horizon, count })
  for (let end = knownPoints.length - horizon; past.length < count && end >= 3; end -= distance) {
    const forecast = forecaster(knownPoints.slice(0, end), { horizon, season })
    if (!forecast) break
    const actual = knownPoints.slice(end, end + horizon).map(({ value }) => value)
    const total = actual.reduce((sum, value) => sum + value, 0)
    const size = actual.reduce((sum, value) => sum + Math.abs(value), 0)
    past.unshift({
      origin: knownPoints[end - 1]?.at ?? 0,
      error: size === 0 ? null : (meanAbsoluteError(actual, forecast.point) * actual.length) / size,
      totalError: total === 0 ? null : forecast.point.reduce((sum, value) => sum + value, 0) / total - 1,
      coverage: { 80: coverage(actual, forecast.bands[80]), 95: coverage(actual, forecast.bands[95]) },
    })
  }
  return past
}
