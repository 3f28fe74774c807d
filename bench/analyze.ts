/** `kept analyze` on a real bill, as its user runs it: until the first recommendation stands in the terminal, and its memory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Benchmark, median } from './benchmark.ts'
import { trackPeakMemory } from './process-tree.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const bill = 'aws-cur-2018-10/Oct2018-WorkshopCUR-00001.snappy.parquet'

export const analyzeBenchmark: Benchmark = {
  name: 'analyze',
  title: 'kept analyze: a real CUR of 119,307 rows',
  async run({ sharedData, print }) {
    const path = sharedData && join(sharedData, bill)
    if (!path || !existsSync(path)) {
      return {
        description: `Not measured: ${bill} is not beside this working copy.`,
        head: ['what'],
        rows: [],
        notes: [],
      }
    }
    const runs: Run[] = []
    for (let round = 0; round < rounds; round += 1) {
      const run = await analyze(path)
      print(`first recommendation after ${seconds(run.firstRecommendationMs)} s, done after ${seconds(run.allMs)} s`)
      runs.push(run)
    }
    const middle = (pick: (run: Run) => number) => median(runs.map(pick))
    return {
      description:
        'From the start of the command to the first recommendation on its output, engine started and stopped by it; memory is the largest sum over the command and its engine (proportional set size, looked at every 50 ms). Median of the rounds.',
      head: ['first recommendation, s', 'all, s', 'peak memory, MB'],
      rows: [
        [
          seconds(middle((run) => run.firstRecommendationMs)),
          seconds(middle((run) => run.allMs)),
          String(Math.round(middle((run) => run.peakBytes) / 1e6)),
        ],
      ],
      notes: ['Figures to reach: first recommendation in under 10 s on two cores, peak memory under 1,500 MB.'],
    }
  },
}

interface Run {
  firstRecommendationMs: number
  allMs: number
  peakBytes: number
}

async function analyze(path: string): Promise<Run> {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'packages/server/src/cli/kept.ts', 'analyze', path],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  if (child.pid === undefined) throw new Error('kept analyze did not start')
  const peak = trackPeakMemory(child.pid)
  const exited = once(child, 'exit')
  let output = ''
  let firstRecommendationMs = Number.NaN
  for await (const chunk of child.stdout) {
    output += chunk
    if (Number.isNaN(firstRecommendationMs) && /^Top savings[\s\S]*\d%/m.test(output))
      firstRecommendationMs = performance.now() - started
  }
  const [code] = await exited
  if (code !== 0 || Number.isNaN(firstRecommendationMs)) throw new Error(`kept analyze ended with ${code}: ${output}`)
  return { firstRecommendationMs, allMs: performance.now() - started, peakBytes: peak.stop() }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
