/** `kept anomalies`: runs the anomaly engines on a CSV series or on a benchmark. */
import { publicHolidays } from '@kept/connectors/activity/public-holidays.ts'
import { badInput } from '@kept/domain/errors.ts'
import { type Engine, evaluateSeries } from '@kept/engine/anomalies/evaluate-series.ts'
import { Command } from 'commander'
import { readSeries } from '../series/read-series.ts'
import { type Terminal, textTable } from '../terminal.ts'
import { benchNab } from './bench-nab.ts'
import { readNabFolder } from './nab-folder.ts'

interface Options {
  json?: boolean
  country?: string
  bench?: string
  as?: string
}

export function anomaliesCommand(terminal: Terminal): Command {
  return new Command('anomalies')
    .description('Find anomalies in a time series. Prints one row per input row, evaluated against the rows before it')
    .argument('<series>', 'CSV file (.csv or .csv.gz) with the columns timestamp and value, or - for standard input')
    .option('--json', 'print JSON')
    .option('--as <kind>', 'evaluate as "metric" or "cost" (default: cost if rows are half a day or more apart)')
    .option('--country <code>', 'expect the public holidays of a country in daily cost, as DE or DE-BY')
    .option('--bench <name>', 'score a benchmark instead; the only one is "nab", and <series> is its folder')
    .addHelpText('after', help)
    .action(async (path: string, options: Options) => {
      if (options.bench === undefined) return evaluateFile(terminal, path, options)
      if (options.bench !== 'nab') throw badInput(`Unknown benchmark "${options.bench}" in --bench. Use nab.`)
      await bench(terminal, path, options)
    })
}

async function evaluateFile(terminal: Terminal, path: string, { json, as, country }: Options): Promise<void> {
  const engine = engineOf(as)
  const { rows, notes } = await readSeries(path)
  for (const note of notes) terminal.err(`${note}\n`)
  const evaluations = evaluateSeries(rows, engine, country === undefined ? undefined : holidaysOf(country, rows))
  const evaluated = rows.map(({ timestamp }, index) => {
    const { score = 0, alert = false, severity = 0 } = evaluations[index] ?? {}
    return { timestamp, score: round(score), alert, severity: round(severity) }
  })
  if (json) return terminal.out(`[\n${evaluated.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`)
  const lines = evaluated.map(({ timestamp, score, alert, severity }) => `${timestamp},${score},${alert},${severity}`)
  terminal.out(`timestamp,score,alert,severity\n${lines.join('\n')}\n`)
}

function engineOf(kind: string | undefined): Engine | undefined {
  if (kind === undefined || kind === 'metric' || kind === 'cost') return kind
  throw badInput(`Unknown kind "${kind}" in --as. Use metric or cost.`)
}

/** The public holidays of the years of a series. */
function holidaysOf(country: string, rows: readonly { at: number }[]): ReadonlySet<string> {
  const [code = '', ...region] = country.split('-')
  const years = rows.map(({ at }) => new Date(at).getUTCFullYear())
  const [first, last] = [Math.min(...years), Math.max(...years)]
  const { dates, skip_reasons: reasons } = publicHolidays(code, region.join('-'), first, last)
  if (reasons)
    throw badInput(`Unknown country "${country}" in --country. Use a code such as DE, or DE-BY with a region.`)
  return new Set(dates)
}

/** Six digits are enough to tell scores apart. */
const round = (value: number) => Math.round(value * 1e6) / 1e6

async function bench(terminal: Terminal, folder: string, { json }: Options): Promise<void> {
  const result = benchNab(await readNabFolder(folder))
  if (json) return terminal.out(`${JSON.stringify(result, null, 2)}\n`)
  const { files, absent, rows, seconds, profiles } = result
  const table = textTable(
    [
      { head: 'profile' },
      { head: 'score', align: 'right' },
      { head: 'threshold', align: 'right' },
      { head: 'detected', align: 'right' },
      { head: 'false alerts', align: 'right' },
    ],
    profiles.map(({ name, normalized, threshold, detected: met, windows, falseAlerts }) => [
      name,
      normalized.toFixed(1),
      threshold.toFixed(3),
      `${met} of ${windows}`,
      String(falseAlerts),
    ]),
    terminal.width,
  )
  const missing = absent > 0 ? ` (${absent} labeled files are not in the folder and are not counted)` : ''
  terminal.out(`${table}\n\n${files} files${missing}, ${rows} rows, evaluated in ${seconds.toFixed(1)} s.\n`)
}

const help = `
Output: one { timestamp, score, alert, severity } per row
  score     0 to 1, high on the first row of an anomaly; 0.5 or more is an alert
  severity  0 to 1, smooth, high for as long as the anomaly lasts
A row without a value is a gap and is not evaluated. Rows that arrive slightly late are evaluated when they arrive; an unordered
file is sorted first. Notes about how the file was read go to standard error. Guide: docs/guides/anomalies-and-forecasts.md.

Examples:
  kept anomalies latency.csv --json
  kept anomalies --bench nab ~/NAB`
