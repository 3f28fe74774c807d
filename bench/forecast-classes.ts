import { day } from '@kept/domain/series.ts'
import { coverage, meanAbsoluteError } from '@kept/engine/forecast/accuracy.ts'
import { forecastSeries } from '@kept/engine/forecast/forecast-series.ts'
import { totalOf } from '@kept/engine/forecast/total.ts'
import { calendarClasses, levelClasses } from '@kept/scenarios/series/cost-classes.ts'
import { type CostClass, costWorld } from '@kept/scenarios/series/cost-worlds.ts'
import { laterClasses } from '@kept/scenarios/series/later-classes.ts'
import type { Benchmark } from './benchmark.ts'

const [series, horizon] = [Number(process.env.BENCH_SERIES ?? 150), 30]
const only = new RegExp(process.env.BENCH_CLASSES ?? '')

/** Forecasts of daily cost by class: do the bands hold in each, and is the forecast better than repeating last week? */
export const forecastClassesBenchmark: Benchmark = {
  name: 'forecast-classes',
  title: 'Forecasts: daily cost by class',
  async run() {
    return {
      description: `${series} series of each class, ${horizon} days ahead. Every class has weekdays of its own, growth of -3 to 5% a month and noise of 2 to 20% that remembers yesterday, unless it says otherwise. "Last week" repeats the last seven days: the share of series in which Kept is off by no more, and the error against it. Of the classes for tests alone nothing was used to choose methods.`,
      head: ['class', 'made', 'tests alone', '95%', '80%', '50%', 'month: 95%', '80%', 'bias', 'no worse', 'error'],
      rows: [...levelClasses, ...calendarClasses, ...laterClasses].filter(({ label }) => only.test(label)).map(rowOf),
      notes: [
        'To reach in every class: 0.92 to 0.97, 0.76 to 0.84 and 0.45 to 0.55; no worse than last week in 0.95 of series.',
        'Bias is the sum of all forecasts against the sum of what came. A band cannot hold 50% where most days are nothing: it holds them all or none.',
      ],
    }
  },
}

function rowOf(costClass: CostClass): string[] {
  const results = Array.from({ length: series }, (_, i) => resultOf(costClass, `bench/${i}`))
  const mean = (pick: (result: (typeof results)[number]) => number) =>
    results.reduce((sum, result) => sum + pick(result), 0) / series
  const share = (value: number) => value.toFixed(2)
  const actual = mean((result) => result.actual)
  return [
    costClass.label,
    costClass.construction,
    costClass.isTestOnly ? 'yes' : 'no',
    ...([95, 80, 50] as const).map((level) => share(mean(({ covered }) => covered[level]))),
    ...([95, 80] as const).map((level) => share(mean(({ total }) => (total[level] ? 1 : 0)))),
    actual === 0 ? '-' : `${(100 * (mean(({ point }) => point) / actual - 1)).toFixed(1)}%`,
    share(mean(({ error, repeated }) => (error <= repeated ? 1 : 0))),
    mean(({ repeated }) => repeated) === 0 ? '-' : share(mean(({ error }) => error) / mean(({ repeated }) => repeated)),
  ]
}

/** All in units of the mean of the last four weeks, so that large and small series count alike. */
function resultOf(costClass: CostClass, seed: string) {
  const { start, values, pastDays } = costWorld(costClass, seed, horizon)
  const [past, future] = [values.slice(0, pastDays), values.slice(pastDays)]
  const forecast = forecastSeries(
    past.map((value, row) => ({ at: start + row * day, value })),
    { horizon },
  )
  if (!forecast) throw new Error('A series of three rows and more has a forecast.')
  const sum = (rows: readonly number[]) => rows.reduce((total, value) => total + value, 0)
  const scale = sum(past.slice(-28)) / 28 || 1
  const total = totalOf(0, forecast, horizon)
  const isWithin = (level: 80 | 95) =>
    total.bands[level].lower <= sum(future) && sum(future) <= total.bands[level].upper
  return {
    covered: {
      95: coverage(future, forecast.bands[95]),
      80: coverage(future, forecast.bands[80]),
      50: coverage(future, forecast.bands[50]),
    },
    total: { 95: isWithin(95), 80: isWithin(80) },
    point: sum(forecast.point) / scale,
    actual: sum(future) / scale,
    error: meanAbsoluteError(future, forecast.point) / scale,
    repeated:
      meanAbsoluteError(
        future,
        future.map((_, h) => past[pastDays - 7 + (h % 7)] ?? 0),
      ) / scale,
  }
}
