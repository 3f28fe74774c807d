/** `kept forecast`: runs the forecast engine on a CSV series. */
import { badInput } from '@kept/domain/errors.ts'
import { forecastSeries, type SeriesForecast } from '@kept/engine/forecast/forecast-series.ts'
import { totalOf } from '@kept/engine/forecast/total.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Command } from 'commander'
import { readSeries } from '../series/read-series.ts'
import { type Terminal, textTable } from '../terminal.ts'

interface Options {
  horizon: string
  season?: string
  json?: boolean
}

export function forecastCommand(terminal: Terminal): Command {
  return new Command('forecast')
    .description('Forecast a time series with 50%, 80% and 95% intervals')
    .argument('<series>', 'CSV file (.csv or .csv.gz) with the columns timestamp and value, or - for standard input')
    .requiredOption('--horizon <rows>', 'number of rows to forecast')
    .option(
      '--season <rows>',
      'rows per season (default: a day for hours or minutes, a week for days, a year for months)',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .action(async (path: string, options: Options) => {
      const horizon = parseInteger('--horizon', options.horizon, 10_000)
      const season = options.season === undefined ? undefined : parseInteger('--season', options.season, 100_000)
      const { rows, notes } = await readSeries(path)
      for (const note of notes) terminal.err(`${note}\n`)
      const forecast = forecastSeries(rows, { horizon, season })
      if (!forecast) {
        throw badInput(`${path} has fewer than three values. A forecast needs at least three.`)
      }
      terminal.out(options.json ? `${JSON.stringify(toPlainObject(forecast))}\n` : asTable(terminal, forecast))
    })
}

function parseInteger(option: string, text: string, max: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= max) return value
  throw badInput(`${option} "${text}" must be a whole number from 1 to ${max}.`)
}

function toPlainObject(forecast: SeriesForecast) {
  const { method, point, bands, times, filled } = forecast
  const sum = totalOf(0, forecast, point.length)
  return {
    point,
    lower95: bands[95].lower,
    upper95: bands[95].upper,
    lower80: bands[80].lower,
    upper80: bands[80].upper,
    lower50: bands[50].lower,
    upper50: bands[50].upper,
    total: {
      point: sum.point,
      ...{ lower95: sum.bands[95].lower, upper95: sum.bands[95].upper },
      ...{ lower80: sum.bands[80].lower, upper80: sum.bands[80].upper },
      ...{ lower50: sum.bands[50].lower, upper50: sum.bands[50].upper },
    },
    method,
    timestamps: times.map((time) => new Date(time).toISOString()),
    filled,
  }
}

function asTable(terminal: Terminal, forecast: SeriesForecast): string {
  const { method, point, bands, times, filled } = forecast
  const rightAligned = (head: string) => ({ head, align: 'right' as const })
  const rows = point.map((value, h) => [
    new Date(times[h] ?? 0).toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z'),
    ...[value, bands[80].lower[h], bands[80].upper[h], bands[95].lower[h], bands[95].upper[h]].map(digits),
  ])
  const head = [
    { head: 'timestamp' },
    ...['point', 'lower 80%', 'upper 80%', 'lower 95%', 'upper 95%'].map(rightAligned),
  ]
  const gaps = filled > 0 ? `, ${filled} gaps filled` : ''
  const sum = totalOf(0, forecast, point.length)
  const band = sum.bands[80]
  const sumText = `Sum of ${counted(point.length, 'row')}: ${digits(sum.point)} (${digits(band.lower)} to ${digits(band.upper)}, 80% likely)`
  return `${textTable(head, rows, terminal.width)}\n\n${sumText}.\nMethod: ${method}${gaps}.\n`
}

/** Six significant digits. */
const digits = (value: number | undefined) => String(Number((value ?? 0).toPrecision(6)))

const help = `
JSON: { point, lower95, upper95, lower80, upper80, lower50, upper50, total, method, timestamps, filled }. The total is the
sum of all rows with its own intervals: the sums of lower or upper bounds would be far too wide.
Rows are sorted first; of two rows with the same timestamp the later one counts. Notes about how the file was read go to
standard error. The method is chosen per series by a backtest. Guide: docs/guides/anomalies-and-forecasts.md

Examples:
  kept forecast cost.csv --horizon 30
  kept forecast requests.csv --horizon 48 --season 24 --json`
