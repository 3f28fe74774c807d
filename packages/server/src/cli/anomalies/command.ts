/** `kept anomalies`: the anomaly engines by themselves, on a series of one's own or on a benchmark. */
import { badInput } from '@kept/domain/errors.ts'
import { type Engine, judgeSeries } from '@kept/engine/anomalies/judge-series.ts'
import { Command } from 'commander'
import { readSeries } from '../series/read-series.ts'
import { type Terminal, textTable } from '../terminal.ts'
import { benchNab } from './bench-nab.ts'
import { readNabFolder } from './nab-folder.ts'

interface Options {
  json?: boolean
  bench?: string
  as?: string
}

export function anomaliesCommand(terminal: Terminal): Command {
  return new Command('anomalies')
    .description('find what leaves its path in a series: one row out for each row in, judged by what came before it')
    .argument('<series>', 'a CSV file (.csv or .csv.gz) with the columns timestamp and value, - for standard input')
    .option('--json', 'print JSON')
    .option('--as <kind>', 'judge as "metric" or "cost" (default: cost from half a day between rows on)')
    .option('--bench <name>', 'score a benchmark instead: "nab", with the folder of its files')
    .addHelpText('after', help)
    .action(async (path: string, options: Options) => {
      if (options.bench === undefined) return judgeFile(terminal, path, options)
      if (options.bench !== 'nab') throw badInput(`--bench does not know "${options.bench}"; it knows nab.`)
      await bench(terminal, path, options)
    })
}

async function judgeFile(terminal: Terminal, path: string, { json, as }: Options): Promise<void> {
  const engine = engineOf(as)
  const { rows, notes } = await readSeries(path)
  for (const note of notes) terminal.err(`${note}\n`)
  const verdicts = judgeSeries(rows, engine)
  const judged = rows.map(({ timestamp }, index) => {
    const { score = 0, alert = false, severity = 0 } = verdicts[index] ?? {}
    return { timestamp, score: round(score), alert, severity: round(severity) }
  })
  if (json) return terminal.out(`[\n${judged.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`)
  const lines = judged.map(({ timestamp, score, alert, severity }) => `${timestamp},${score},${alert},${severity}`)
  terminal.out(`timestamp,score,alert,severity\n${lines.join('\n')}\n`)
}

function engineOf(kind: string | undefined): Engine | undefined {
  if (kind === undefined || kind === 'metric' || kind === 'cost') return kind
  throw badInput(`--as does not know "${kind}"; it knows metric and cost.`)
}

/** Six digits tell scores apart and read well. */
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
      { head: 'windows met', align: 'right' },
      { head: 'false alerts', align: 'right' },
    ],
    profiles.map(({ name, normalised, threshold, met, windows, falseAlerts }) => [
      name,
      normalised.toFixed(1),
      threshold.toFixed(3),
      `${met} of ${windows}`,
      String(falseAlerts),
    ]),
    terminal.width,
  )
  const missing = absent > 0 ? ` (${absent} labelled files are not in the folder and not counted)` : ''
  terminal.out(`${table}\n\n${files} files${missing}, ${rows} rows, judged in ${seconds.toFixed(1)} s.\n`)
}

const help = `
Each row out is { timestamp, score, alert, severity }:
  score     in [0, 1], high on the first row of an anomaly; from 0.5 on the row is an alert
  severity  in [0, 1], smooth, high for as long as the series is off its path
A row without a value is a gap: it is not judged. Rows a little late are judged when they come; a file without any order
is put in order first. How the file was understood is said on standard error. How it works: docs/guides/anomalies-and-forecasts.md.

Examples:
  kept anomalies latency.csv --json
  kept anomalies --bench nab ~/NAB`
