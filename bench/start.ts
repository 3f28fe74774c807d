/** Kept with its demo: the first start, the second, and its memory when idle. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Benchmark, median } from './benchmark.ts'
import { type kill, startKept } from './kept-process.ts'
import { residentBytes } from './process-tree.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const restSeconds = 20
/** After the first start, in which the demo is made: longer than Kept waits to give memory back. */
const firstRestSeconds = 60

export const startBenchmark: Benchmark = {
  name: 'start',
  title: 'Start of the whole, and memory at rest',
  async run({ scratch, print }) {
    const folder = join(scratch, 'data')
    const start = () => startKept(folder, 'bench', { demo: true })
    const first = await start()
    print(`first start: ready after ${seconds(first.readyMs)} s`)
    await pause(firstRestSeconds * 1000)
    const firstBytes = residentOf(first.process.pid ?? 0)
    await stop(first.process)
    const second: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const keptProcess = await start()
      second.push(keptProcess.readyMs)
      print(`start again: ready after ${seconds(keptProcess.readyMs)} s`)
      await stop(keptProcess.process)
    }
    const keptProcess = await start()
    await pause(restSeconds * 1000)
    const engines = await keptProcess.engines()
    const all = residentBytes(keptProcess.process.pid ?? 0)
    const warehouse = residentBytes(engines.warehouse)
    // Adopted or not, Postgres is counted once: it may or may not hang below Kept in the tree.
    const database = residentBytes(engines.database)
    await stop(keptProcess.process)
    const keptBytes = all - warehouse - (all > warehouse + database ? database : 0)
    return {
      description: `A fresh data folder with the demo organization, from the start of the process to the first ready answer of /ready; then stopped and started again (median of ${rounds}). Memory after ${restSeconds} s of rest, shared pages counted once.`,
      head: ['what', 'figure'],
      rows: [
        ['first start to ready, s', seconds(first.readyMs)],
        ['second start to ready, s', seconds(median(second))],
        [`Kept ${firstRestSeconds} s after the first start, resident MB`, megabytes(firstBytes)],
        ['at rest: Kept / ClickHouse / Postgres, MB', [keptBytes, warehouse, database].map(megabytes).join(' / ')],
      ],
      notes: ['Figure to reach: a second start in under 3 s.'],
    }
  },
}

async function stop(child: Parameters<typeof kill>[0]): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}

/** Of this process alone, with shared pages. */
function residentOf(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kibibytes) * 1024
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}

function megabytes(bytes: number): string {
  return String(Math.round(bytes / 1e6))
}
