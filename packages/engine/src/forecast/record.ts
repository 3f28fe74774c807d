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
  const known = sinceBreak(points)
  const horizon = Math.max(1, Math.min(rows, Math.floor(known.length / 6)))
  const past = lastForecasts(known, { horizon, forecast })
  const mean = (of: (one: PastForecast) => number | null) => {
    const values = past.map(of).filter((value) => value !== null)
    return values.length === 0 ? null : values.reduce((one, other) => one + other, 0) / values.length
  }
  return {
    horizon,
    count: past.length,
    distance: distanceOf(known.length, { horizon }),
    error: mean(({ error }) => error),
    totalError: mean(({ totalError }) => (totalError === null ? null : Math.abs(totalError))),
    coverage80: mean(({ coverage }) => coverage[80]),
    coverage95: mean(({ coverage }) => coverage[95]),
    past,
  }
}
