/** What a benchmark is: it runs Kept and a baseline in one run, and returns figures without a conclusion. */
export interface Benchmark {
  /** Word on the command line: `npm run bench -- import`. */
  name: string
  title: string
  /** Why it cannot run here, in one sentence with what to do; '' when it can. */
  unavailable?(): string
  run(tools: BenchmarkTools): Promise<Section>
}

interface BenchmarkTools {
  /** A folder of its own, removed afterwards. */
  scratch: string
  /** The folder of real and public data beside a working copy, when it is there. */
  sharedData: string | undefined
  print(text: string): void
}

/** One section of docs/benchmarks.md. */
export interface Section {
  /** What was done, on what, in one or two sentences. */
  description: string
  head: string[]
  rows: string[][]
  /** Figures to reach and whether they were, or why something could not be measured. */
  notes: string[]
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The nearest-rank percentile, `share` in [0, 1]. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
