/** `kept analyse` on a real bill, as its user runs it: until the first finding stands in the terminal, and its memory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Benchmark, median } from './benchmark.ts'
import { watchPeak } from './process-tree.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const bill = 'aws-cur-2018-10/Oct2018-WorkshopCUR-00001.snappy.parquet'

export const analyseBenchmark: Benchmark = {
  name: 'analyse',
  title: 'kept analyse: a real CUR of 119,307 rows',
  async run({ sharedData, say }) {
    const path = sharedData && join(sharedData, bill)
    if (!path || !existsSync(path)) {
      return { words: `Not measured: ${bill} is not beside this working copy.`, head: ['what'], rows: [], notes: [] }
    }
    const runs: Run[] = []
    for (let round = 0; round < rounds; round += 1) {
      const run = await analyse(path)
      say(`first finding after ${seconds(run.firstFindingMs)} s, done after ${seconds(run.allMs)} s`)
      runs.push(run)
    }
    const middle = (pick: (run: Run) => number) => median(runs.map(pick))
    return {
      words:
        'From the start of the command to the first finding on its output, engine started and stopped by it; memory is the largest sum over the command and its engine (proportional set size, looked at every 50 ms). Median of the rounds.',
      head: ['first finding, s', 'all, s', 'peak memory, MB'],
      rows: [
        [
          seconds(middle((run) => run.firstFindingMs)),
          seconds(middle((run) => run.allMs)),
          String(Math.round(middle((run) => run.peakBytes) / 1e6)),
        ],
      ],
      notes: ['Figures to reach: first finding in under 10 s on two cores, peak memory under 1,500 MB.'],
    }
  },
}

interface Run {
  firstFindingMs: number
  allMs: number
  peakBytes: number
}

async function analyse(path: string): Promise<Run> {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'packages/server/src/cli/kept.ts', 'analyse', path],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  if (child.pid === undefined) throw new Error('kept analyse did not start')
  const peak = watchPeak(child.pid)
  const ended = once(child, 'exit')
  let words = ''
  let firstFindingMs = Number.NaN
  for await (const chunk of child.stdout) {
    words += chunk
    if (Number.isNaN(firstFindingMs) && /^Where money leaks[\s\S]*\d %/m.test(words))
      firstFindingMs = performance.now() - started
  }
  const [code] = await ended
  if (code !== 0 || Number.isNaN(firstFindingMs)) throw new Error(`kept analyse ended with ${code}: ${words}`)
  return { firstFindingMs, allMs: performance.now() - started, peakBytes: peak.stop() }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
