import { day } from '@kept/domain/series.ts'
import { coverage, meanAbsoluteError } from '@kept/engine/forecast/accuracy.ts'
import { forecastSeries } from '@kept/engine/forecast/forecast-series.ts'
import { type Level, levels } from '@kept/engine/forecast/levels.ts'
import { totalOf } from '@kept/engine/forecast/total.ts'
import { fromKeys } from '@kept/foundation/keys.ts'

export interface KnownWorld {
  start: number
  values: readonly number[]
  pastDays: number
}

type ForecastResult = ReturnType<typeof resultOf>

/** One forecast against what came, in units of a usual day: large and small series count alike. */
export function resultOf({ start, values, pastDays }: KnownWorld, horizon: number) {
  const [past, future] = [values.slice(0, pastDays), values.slice(pastDays)]
  const forecast = forecastSeries(
    past.map((value, row) => ({ at: start + row * day, value })),
    { horizon },
  )
  if (!forecast) throw new Error('A series of three rows and more has a forecast.')
  // Of rare charges, the last four weeks may hold none.
  const scale = Math.max(sumOf(past.slice(-28)) / 28, sumOf(past) / past.length) || 1
  const total = totalOf(0, forecast, horizon)
  const lastWeek = future.map((_, h) => past[pastDays - 7 + (h % 7)] ?? 0)
  const actual = sumOf(future)
  return {
    method: forecast.method,
    covered: byLevel((level) => coverage(future, forecast.bands[level])),
    total: byLevel((level) => isWithin(actual, total.bands[level])),
    point: sumOf(forecast.point) / scale,
    actual: actual / scale,
    error: meanAbsoluteError(future, forecast.point) / scale,
    repeated: meanAbsoluteError(future, lastWeek) / scale,
  }
}

const isWithin = (value: number, { lower, upper }: { lower: number; upper: number }) =>
  lower <= value && value <= upper ? 1 : 0

const byLevel = (pick: (level: Level) => number) => fromKeys(levels, pick)

const sumOf = (rows: readonly number[]) => rows.reduce((total, value) => total + value, 0)

export const classHead = [
  ...['class', 'made', 'tests alone', '95%', '80%', '50%'],
  ...['month: 95%', '80%', '50%', 'bias', 'no worse', 'error'],
]

/** A row of a class, as `classHead` names its cells. */
export function classRow(
  { label, construction, isTestOnly }: { label: string; construction: string; isTestOnly: boolean },
  results: readonly ForecastResult[],
): string[] {
  const mean = (pick: (result: ForecastResult) => number) => sumOf(results.map(pick)) / results.length
  const share = (value: number) => value.toFixed(2)
  const [actual, repeated] = [mean((result) => result.actual), mean((result) => result.repeated)]
  const rising = levels.toReversed()
  return [
    ...[label, construction, isTestOnly ? 'yes' : 'no'],
    ...rising.map((level) => share(mean(({ covered }) => covered[level]))),
    ...rising.map((level) => share(mean(({ total }) => total[level]))),
    actual === 0 ? '-' : `${(100 * (mean(({ point }) => point) / actual - 1)).toFixed(1)}%`,
    share(mean((result) => (result.error <= result.repeated ? 1 : 0))),
    repeated === 0 ? '-' : share(mean(({ error }) => error) / repeated),
  ]
}
