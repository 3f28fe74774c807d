import { day } from '@kept/domain/series.ts'
import { apportion } from '@kept/engine/forecast/apportion.ts'
import { forecastSeries } from '@kept/engine/forecast/forecast-series.ts'
import { levels } from '@kept/engine/forecast/levels.ts'
import { totalOf } from '@kept/engine/forecast/total.ts'
import { decimal, sum, toPlaces } from '@kept/foundation/decimal.ts'
import { type BillClass, billClasses, billWorld } from '@kept/scenarios/series/bill-worlds.ts'
import type { Benchmark } from './benchmark.ts'

const [bills, horizon] = [Number(process.env.BENCH_SERIES ?? 60), 30]

/** Forecasts of whole bills and their parts: does the month hold its range, and do the parts add up? */
export const forecastBillsBenchmark: Benchmark = {
  name: 'forecast-bills',
  title: 'Forecasts: months of bills of several services',
  async run() {
    return {
      description: `${bills} bills of each class, ${horizon} days ahead. A bill is forecast as a whole, the range of its month from the summed errors of whole paths; its services are forecast one by one, and the whole is split over them.`,
      head: ['class', 'made', 'tests alone', 'month: 95%', '80%', '50%', 'off by', 'off by, services added', 'add up'],
      rows: billClasses.map(rowOf),
      notes: [
        'To reach: 0.92 to 0.97, 0.76 to 0.84 and 0.45 to 0.55; all of them add up to the cent.',
        '"Services added" is the plain sum of the forecasts of the services. Where it is off by as much as the whole, splitting the whole loses nothing.',
      ],
    }
  },
}

function rowOf(billClass: BillClass): string[] {
  const results = Array.from({ length: bills }, (_, i) => resultOf(billClass, `bench/${i}`))
  const mean = (pick: (result: (typeof results)[number]) => number) => add(results.map(pick)) / bills
  return [
    ...[billClass.label, billClass.construction, billClass.isTestOnly ? 'yes' : 'no'],
    ...levels.toReversed().map((level) => mean(({ held }) => (held.includes(level) ? 1 : 0)).toFixed(2)),
    `${(100 * mean(({ complete }) => complete)).toFixed(1)}%`,
    `${(100 * mean(({ added }) => added)).toFixed(1)}%`,
    mean(({ addsUp }) => (addsUp ? 1 : 0)).toFixed(2),
  ]
}

function resultOf(billClass: BillClass, seed: string) {
  const { start, services, pastDays } = billWorld(billClass, seed, horizon)
  const days = Array.from({ length: pastDays + horizon }, (_, row) =>
    add(services.map(({ values }) => values[row] ?? 0)),
  )
  const forecastOf = (values: readonly number[]) => {
    const points = values.slice(0, pastDays).map((value, row) => ({ at: start + row * day, value }))
    const forecast = forecastSeries(points, { horizon })
    if (!forecast) throw new Error('A series of three rows and more has a forecast.')
    return forecast
  }
  const total = totalOf(0, forecastOf(days), horizon)
  const parts = services.map(({ values }) => Math.max(0, add(forecastOf(values).point)))
  const amount = toPlaces(decimal(total.point), 2)
  const actual = add(days.slice(pastDays))
  return {
    held: levels.filter((level) => total.bands[level].lower <= actual && actual <= total.bands[level].upper),
    complete: Math.abs(total.point / actual - 1),
    added: Math.abs(add(parts) / actual - 1),
    addsUp: toPlaces(sum(apportion(amount, parts)), 2) === amount,
  }
}

const add = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
