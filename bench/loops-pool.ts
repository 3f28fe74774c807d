/** Evaluates worlds on every core: each thread takes the next one as soon as it is done with its own. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Split } from '@kept/scenarios/loops/world.ts'
import type { Outcome } from './evaluate-loops.ts'
import type { WorldSpec } from './loops-worker.ts'

/** Outcomes in the order of the worlds, whichever thread came to them. */
export async function evaluateAll(
  specs: readonly WorldSpec[],
  split: Split,
  done: (count: number) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let next = 0
  let finished = 0
  const threads = Math.min(specs.length, Number(process.env.BENCH_THREADS ?? availableParallelism()))
  await Promise.all(
    Array.from({ length: threads }, async () => {
      const worker = new Worker(new URL('./loops-worker.ts', import.meta.url), { workerData: { split } })
      try {
        while (next < specs.length) {
          const index = next
          next += 1
          outcomes[index] = await evaluated(worker, specs[index] as WorldSpec)
          finished += 1
          done(finished)
        }
      } finally {
        await worker.terminate()
      }
    }),
  )
  return outcomes
}

function evaluated(worker: Worker, spec: WorldSpec): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const answered = (outcome: Outcome) => {
      worker.off('error', failed)
      resolve(outcome)
    }
    const failed = (error: Error) => {
      worker.off('message', answered)
      reject(error)
    }
    worker.once('message', answered)
    worker.once('error', failed)
    worker.postMessage(spec)
  })
}
