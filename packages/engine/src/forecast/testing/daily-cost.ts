/** For tests: days of cost of one service, from January 1, 2026 on. */
import { day } from '@kept/domain/series.ts'
import { forecastSeries, type SeriesForecast } from '../forecast-series.ts'

export const start = Temporal.Instant.from('2026-01-01T00:00Z').epochMilliseconds

/** Days of cost with a quiet weekend and a little unrest. */
export const baseline = (row: number) => (row % 7 >= 5 ? 70 : 100) + ((row * 7919) % 13) / 3

export const valuesOf = (rows: number, change: (value: number, row: number) => number = (value) => value) =>
  Array.from({ length: rows }, (_, row) => change(baseline(row), row))

/** Throws where nothing can be forecast. */
export function forecastOf(values: readonly number[], horizon = 28): SeriesForecast {
  const points = values.map((value, row) => ({ at: start + row * day, value }))
  const forecast = forecastSeries(points, { horizon })
  if (!forecast) throw new Error('The series is too short for a forecast.')
  return forecast
}
