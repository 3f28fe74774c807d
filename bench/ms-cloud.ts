import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { evaluateSeries } from '@kept/engine/anomalies/evaluate-series.ts'
import { periodOf } from '@kept/engine/anomalies/testing/period-of.ts'
import { vusPr } from '@kept/engine/anomalies/testing/vus-pr.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { csvRecords } from '@kept/server/cli/series/csv-records.ts'
import { readSeries } from '@kept/server/cli/series/read-series.ts'
import { readText } from '@kept/server/cli/series/read-text.ts'
import type { Benchmark } from './benchmark.ts'

/** Anomalies in production telemetry of Microsoft, scored by VUS-PR as TSB-AD defines it. */
export const msCloudBenchmark: Benchmark = {
  name: 'ms-cloud',
  title: 'Anomalies in cloud telemetry: the Microsoft cloud monitoring data set',
  async run({ sharedData }) {
    const folder = sharedData && join(sharedData, 'ms-cloud')
    if (!folder || !existsSync(folder)) {
      return { description: 'Not measured: the series are not beside this copy.', head: ['group'], rows: [], notes: [] }
    }
    const fileNames = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.csv.gz')).sort()
    const evaluated: Evaluated[] = []
    for (const name of fileNames) {
      const { rows } = await readSeries(join(folder, name))
      const labels = await readLabels(join(folder, name))
      const evaluations = evaluateSeries(rows)
      const values = rows.map(({ value }) => value ?? 0)
      evaluated.push({
        group: name.split('/')[0] ?? '',
        isTuning: isTuning(name),
        rows: rows.length,
        vus: vusPr(
          labels,
          evaluations.map(({ severity }) => severity),
          periodOf(values),
        ),
        alerts: evaluations.filter(({ alert }) => alert).length,
        days: ((rows.at(-1)?.at ?? 0) - (rows[0]?.at ?? 0)) / dayMs,
      })
    }
    const labeled = evaluated.filter(({ vus }) => !Number.isNaN(vus))
    const short = labeled.filter(({ rows }) => rows <= 8000)
    const clean = evaluated.filter(({ vus }) => Number.isNaN(vus))
    const groups = [...new Set(labeled.map(({ group }) => group))]
    return {
      description: `The severity curve of the metric engine on ${evaluated.length} series (half of the data set), ${labeled.length} of them with labels; VUS-PR 'opt' with 250 thresholds, the buffer from each series' own period.`,
      head: ['series', 'number', 'mean VUS-PR'],
      rows: [
        rowOf('**all labeled**', labeled),
        rowOf(
          'half to choose on',
          labeled.filter((entry) => entry.isTuning),
        ),
        rowOf(
          'half held out',
          labeled.filter((entry) => !entry.isTuning),
        ),
        rowOf('up to 8,000 rows', short),
        ...groups.map((group) =>
          rowOf(
            group,
            labeled.filter((entry) => entry.group === group),
          ),
        ),
      ],
      notes: [
        'To reach: 0.78. The halves are drawn by the hash of the path of a file; the near level and the smoothing of the severity were chosen on one (0.791 before), then the other was looked at (0.666 before; 0.703 before and 0.692 today without the one series that gained most). There is no published table for these series; simple yardsticks on 47 of them up to 8,000 rows: random 0.18, deviation of the value 0.55, kNN 0.59, spectral residual (not causal) 0.66, a smoothed sum of four features 0.73.',
        `On the ${clean.length} series without any label: ${clean.reduce((sum, { alerts }) => sum + alerts, 0)} alerts in ${clean.reduce((sum, { days }) => sum + days, 0).toFixed(0)} days.`,
      ],
    }
  },
}

interface Evaluated {
  group: string
  isTuning: boolean
  rows: number
  vus: number
  alerts: number
  days: number
}

/** By the first byte of a hash, so that no one picks. */
const isTuning = (name: string) => (createHash('sha256').update(name).digest()[0] ?? 0) % 2 === 0

const rowOf = (label: string, entries: readonly Evaluated[]) => [
  label,
  String(entries.length),
  mean(entries).toFixed(3),
]

const mean = (list: readonly { vus: number }[]) => list.reduce((sum, { vus }) => sum + vus, 0) / list.length

async function readLabels(path: string): Promise<boolean[]> {
  const [head, ...records] = csvRecords(await readText(path), ',', path)
  const column = head?.cells.indexOf('Label') ?? -1
  return records.map(({ cells }) => cells[column] === '1')
}
