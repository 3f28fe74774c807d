/** How good the last forecasts of a series were, as one figure each. */
import type { SeriesPoint } from '@kept/domain/series.ts'
import { distanceOf, type Forecaster, lastForecasts, type PastForecast } from './last-forecasts.ts'
import { sinceBreak } from './since-break.ts'

export interface ForecastRecord {
  horizon: number
  count: number
  /** Rows from one of them to the next. */
  distance: number
  /** Means over them, as shares; null when there was none. */
  error: number | null
  totalError: number | null
  coverage80: number | null
  coverage95: number | null
  past: PastForecast[]
}

/** Twelve forecasts of the horizon asked for, or of a shorter one where the rows there are would not give any. */
export function recordOf(points: readonly SeriesPoint[], rows: number, forecast?: Forecaster): ForecastRecord {
  const knownPoints = sinceBreak(points)
  const horizon = Math.max(1, Math.min(rows, Math.floor(knownPoints.length / 6)))
  const past = lastForecasts(knownPoints, { horizon, forecast })
  const mean = (pick: (pastForecast: PastForecast) => number | null) => {
    const values = past.map(pick).filter((value) => value !== null)
    return values.length === 0 ? null : values.reduce((total, other) => total + other, 0) / values.length
  }
  return {
    horizon,
    count: past.length,
    distance: distanceOf(knownPoints.length, { horizon }),
    error: mean(({ error }) => error),
    totalError: mean(({ totalError }) => (totalError === null ? null : Math.abs(totalError))),
    coverage80: mean(({ coverage }) => coverage[80]),
    coverage95: mean(({ coverage }) => coverage[95]),
    past,
  }
}
