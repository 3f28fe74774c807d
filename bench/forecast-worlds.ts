import { coverage, meanAbsoluteError } from '@kept/engine/forecast/accuracy.ts'
import { forecastSeries } from '@kept/engine/forecast/forecast-series.ts'
import { seasonalScale } from '@kept/engine/forecast/testing/m4-accuracy.ts'
import {
  type ForecastWorld,
  forecastWorld,
  type WorldKind,
  worldKinds,
} from '@kept/scenarios/series/forecast-worlds.ts'
import type { Benchmark } from './benchmark.ts'

const series = 300

/** Forecasts of simulated series of many kinds: do the bands hold what they promise, and is the point worth having? */
export const forecastWorldsBenchmark: Benchmark = {
  name: 'forecast-worlds',
  title: 'Forecasts: simulated series of many kinds',
  async run() {
    const rows = worldKinds.map((kind) => rowOf(kind))
    return {
      description: `${series} series of each kind; lengths are drawn evenly between the two named. The error is in units of what the value of a row before misses by ("naive"): below 1 is better than that.`,
      head: ['kind', 'rows', 'ahead', '95% covers', '80% covers', '50% covers', 'error against naive', 'ms a series'],
      rows,
      notes: [
        'To reach: 0.92 to 0.97 at 95%, 10 ms a series of 1,000 rows.',
        'The seeds are not those the method was chosen with.',
      ],
    }
  },
}

function rowOf(kind: WorldKind): string[] {
  const worlds = Array.from({ length: series }, (_, i) => forecastWorld(kind, `bench/${kind.label}/${i}`))
  const started = performance.now()
  const forecasts = worlds.map((world) => ({ ...world, ...forecastOf(world) }))
  const milliseconds = (performance.now() - started) / series
  const mean = (metricOf: (forecast: (typeof forecasts)[number]) => number) =>
    forecasts.reduce((sum, forecast) => sum + metricOf(forecast), 0) / series
  const covered = (level: 50 | 80 | 95) => mean(({ future, bands }) => coverage(future, bands[level])).toFixed(3)
  const keptError = mean(({ past, future, point }) => meanAbsoluteError(future, point) / scaleOf(past))
  const naive = mean(
    ({ past, future }) =>
      meanAbsoluteError(
        future,
        future.map(() => past.at(-1) ?? 0),
      ) / scaleOf(past),
  )
  return [
    kind.label,
    kind.lengths.join(' to '),
    String(kind.horizon),
    covered(95),
    covered(80),
    covered(50),
    (keptError / naive).toFixed(2),
    milliseconds.toFixed(2),
  ]
}

/** Large and small series count alike. */
const scaleOf = (past: readonly number[]) => seasonalScale(past, 1) || 1

function forecastOf({ past, future, step, season }: ForecastWorld) {
  const points = past.map((value, row) => ({ at: Math.round(1.7e12 + row * step), value }))
  const forecast = forecastSeries(points, { horizon: future.length, season })
  if (!forecast) throw new Error('A series of three rows and more has a forecast.')
  return forecast
}
